# Prints the tests of Go files that do several things at once: they start goroutines, or name a function of their file
# that does. A test of streams is one of them: the service reads on while it settles and while the buyer leaves. A test that
# asks whether the race detector is there is none: it leaves itself out then.
/^func / {
	name = $0
	sub(/^func (\([^)]*\) )?/, "", name)
	sub(/[^A-Za-z0-9_].*/, "", name)
	at = FILENAME ":" name # methods of several files may have one name
	file[at] = FILENAME
	named[at] = name
}
/go func|sync\.WaitGroup|\.Go\(/ { starts[at] = 1 }
/^func Test[A-Za-z0-9_]*Stream/ { starts[at] = 1 }
/raceDetector/ { skips[at] = 1 }
{ body[at] = body[at] "\n" $0 }
END {
	do {
		found = 0
		for (caller in body) {
			for (starter in starts) {
				if (file[caller] != file[starter] || caller in starts) {
					continue
				}
				if (body[caller] ~ "[^A-Za-z0-9_]" named[starter] "[^A-Za-z0-9_]") {
					starts[caller] = 1
					found = 1
				}
			}
		}
	} while (found)

	for (at in starts) {
		if (named[at] ~ /^Test/ && !(at in skips)) {
			print named[at]
		}
	}
}
