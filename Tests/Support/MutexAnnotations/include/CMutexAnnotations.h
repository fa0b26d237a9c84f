// Nothing to call: linking this target is enough. See CMutexAnnotations.c.
