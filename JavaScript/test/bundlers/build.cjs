// Bundles app.js: node build.cjs rollup|webpack browser|node FOLDER OUTPUT    FOLDER has app.js and node_modules

const [tool, platform, folder, output] = process.argv.slice(2);
const isNode = platform === "node";
const fail = (problem) => {
  console.error(problem);
  process.exit(1);
};

async function withRollup() {
  const { rollup } = require("rollup");
  const { nodeResolve } = require("@rollup/plugin-node-resolve");
  // rollup knows no threads and no files beside modules: the thread is an entry of its own.
  const thread = isNode ? "worker-thread-node" : "worker-thread";
  const bundle = await rollup({
    input: { app: `${folder}/app.js`, [thread]: "dominantcolor/worker-thread.js" },
    external: ["node:worker_threads", "node:fs/promises"],
    plugins: [nodeResolve(isNode ? { exportConditions: ["node"] } : { browser: true })],
    onwarn: (warning) => fail(warning.message),
  });
  await bundle.write({ dir: output, format: "es", entryFileNames: "[name].js" });
}

function withWebpack() {
  // Debian's webpack reads where Debian's Node has its modules; another Node does not say.
  const { variables } = process.config;
  const config = { variables: { node_relative_path: "share/nodejs", node_prefix: "/usr", ...variables } };
  Object.defineProperty(process, "config", { value: config });
  require("webpack")({
    mode: "production",
    context: folder,
    entry: "./app.js",
    target: isNode ? "node18" : "web",
    experiments: { outputModule: true, topLevelAwait: true },
    output: { path: output, filename: "app.js", module: true },
    performance: { hints: false },
    resolve: { modules: [`${folder}/node_modules`] },
  }, (error, stats) => {
    if (error) fail(error);
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    for (const { message } of [...errors, ...warnings]) fail(message);
  });
}

if (tool === "rollup") withRollup().catch(fail);
else withWebpack();
