BEGIN TRANSACTION;
CREATE TABLE environment (
  runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  value TEXT,
  whyUnknown TEXT,
  PRIMARY KEY (runID, field),
  CHECK ((value IS NULL) <> (whyUnknown IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "environment" VALUES(1,'architecture',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'aslr',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'buildConfiguration',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'buildFlags',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'cgroupQuota',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'codeHash',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'cores',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'cpuFeatures',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'cpuModel','EPYC',NULL);
INSERT INTO "environment" VALUES(1,'gitCommit',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'gitState',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'governor',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'hugePages',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'inputHash',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'libc',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'load',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'operatingSystem',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'operatingSystemKernel',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'smt',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'steal',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'swiftVersion',NULL,'not recorded');
INSERT INTO "environment" VALUES(1,'turbo',NULL,'not recorded');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1 runs, sessions, series and samples');
INSERT INTO "grdb_migrations" VALUES('2 states of series and steps of nights');
INSERT INTO "grdb_migrations" VALUES('3 machines, and what is shared with a server');
INSERT INTO "grdb_migrations" VALUES('4 parts of a server''s history');
INSERT INTO "grdb_migrations" VALUES('5 intervals of other programs');
CREATE TABLE measurement (
  id INTEGER PRIMARY KEY,
  sessionID INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  seriesID INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  isReference INTEGER NOT NULL CHECK (isReference IN (0, 1)),
  answerHash TEXT,
  codeHash TEXT,
  inputHash TEXT,
  instructions INTEGER,
  value REAL, lower REAL, upper REAL,
  UNIQUE (sessionID, seriesID)
) STRICT;
INSERT INTO "measurement" VALUES(1,1,1,1,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(2,1,2,0,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(3,1,3,0,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(4,1,4,0,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(5,1,5,0,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(6,1,6,0,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(7,1,7,0,'a','c','i',NULL,NULL,NULL,NULL);
INSERT INTO "measurement" VALUES(8,1,8,0,'a','c','i',NULL,0.31,NULL,NULL);
INSERT INTO "measurement" VALUES(9,1,9,0,'a','c','i',NULL,96000000.0,NULL,NULL);
CREATE TABLE nightStep (
  runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  step TEXT NOT NULL,
  result TEXT NOT NULL,
  PRIMARY KEY (runID, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE pulled (
  series TEXT NOT NULL PRIMARY KEY,
  since INTEGER NOT NULL,
  horizon INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  startedAt INTEGER NOT NULL,
  finishedAt INTEGER,
  commitHash TEXT,
  fingerprint TEXT,
  note TEXT
, machineID TEXT, machineName TEXT, machineClass TEXT) STRICT;
INSERT INTO "run" VALUES(1,'cb5224002ed354c0be33a9a37141c425','bench',1700000000000,1700000001000,'abc','09c3cd0de9223ae1',NULL,'a2c86e5562ad7ac5bce16ee3f6c0ee96','one','runners');
CREATE TABLE sample (
  measurementID INTEGER NOT NULL REFERENCES measurement (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  iterations INTEGER NOT NULL CHECK (iterations > 0),
  wall INTEGER NOT NULL,
  threadCPU INTEGER NOT NULL,
  processCPU INTEGER NOT NULL,
  involuntarySwitches INTEGER NOT NULL,
  stealTicks INTEGER NOT NULL,
  logRatio REAL,
  PRIMARY KEY (measurementID, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "sample" VALUES(1,0,2,1000,900,950,0,0,0.0);
INSERT INTO "sample" VALUES(2,0,2,1001,901,950,0,0,1.11049428402711525959e-03);
INSERT INTO "sample" VALUES(3,0,2,1002,902,950,0,0,0.00221975673831281);
INSERT INTO "sample" VALUES(4,0,2,1003,903,950,0,0,3.32779009267474565683e-03);
INSERT INTO "sample" VALUES(5,0,2,1004,904,950,0,0,4.43459706786577482345e-03);
INSERT INTO "sample" VALUES(6,0,2,1005,905,950,0,0,5.54018037561535090645e-03);
INSERT INTO "sample" VALUES(7,0,2,1006,906,950,0,0,6.64454271866851079592e-03);
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  unit TEXT NOT NULL,
  kernel TEXT,
  image TEXT,
  pixels INTEGER,
  threads INTEGER
) STRICT;
INSERT INTO "series" VALUES(1,'histogram/photo/6000x4000','ns','histogram','photo',24000000,1);
INSERT INTO "series" VALUES(2,'simd/photo/6000x4000','ns','simd','photo',24000000,1);
INSERT INTO "series" VALUES(3,'simd/photo/6000x4000/baseline','ns','simd','photo',24000000,1);
INSERT INTO "series" VALUES(4,'tiles/photo/6000x4000/4-threads','ns','tiles','photo',24000000,4);
INSERT INTO "series" VALUES(5,'histogram/photo/6000x4000/wall','ns','histogram','photo',24000000,1);
INSERT INTO "series" VALUES(6,'simd/in/6x7/a.png/100x50','ns','simd','in/6x7/a.png',5000,1);
INSERT INTO "series" VALUES(7,'fib','ns','fib',NULL,NULL,1);
INSERT INTO "series" VALUES(8,'simd/photo/6000x4000/ΔE00','ΔE00','simd','photo',24000000,1);
INSERT INTO "series" VALUES(9,'simd/photo/6000x4000/peak memory','B','simd',NULL,NULL,NULL);
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  startedAt INTEGER NOT NULL,
  clock TEXT NOT NULL,
  seed INTEGER NOT NULL
) STRICT;
INSERT INTO "session" VALUES(1,'da05dfcff910f369a227bd259db56f5a',1,1700000000000,'threadCPU',7);
CREATE TABLE shared (uid TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE sharing (
  field TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE transition (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  seriesID INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  runID INTEGER REFERENCES run (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  stateBefore TEXT NOT NULL,
  stateAfter TEXT NOT NULL,
  reason TEXT
) STRICT;
CREATE INDEX runByTime ON run (startedAt);
CREATE INDEX sessionByRun ON session (runID);
CREATE INDEX measurementBySeries ON measurement (seriesID);
CREATE INDEX transitionBySeries ON transition (seriesID, at, id);
COMMIT;
