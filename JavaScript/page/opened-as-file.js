// Browsers load no modules from files: says so where the page was opened as one. This script is none.
if (location.protocol === "file:") {
  const notice = document.getElementById("notice");
  notice.textContent = "Browsers do not run this page from a file. Open it from any web server, such as the one that "
    + "`python3 -m http.server` starts in this folder; it still works on your device alone.";
  notice.hidden = false;
}
