# Prints the tests of Go files that do several things at once: they start goroutines, or name a function of their file
# that does. A test of streams is one of them: the service reads on while it settles and while the buyer leaves.
/^func / {
	name = $0
	sub(/^func (\([^)]*\) )?/, "", name)
	sub(/[^A-Za-z0-9_].*/, "", name)
	file[name] = FILENAME
}
/go func|sync\.WaitGroup|\.Go\(/ { starts[name] = 1 }
/^func Test[A-Za-z0-9_]*Stream/ { starts[name] = 1 }
{ body[name] = body[name] "\n" $0 }
END {
	do {
		found = 0
		for (caller in body) {
			for (starter in starts) {
				if (file[caller] != file[starter] || caller in starts) {
					continue
				}
				if (body[caller] ~ "[^A-Za-z0-9_]" starter "[^A-Za-z0-9_]") {
					starts[caller] = 1
					found = 1
				}
			}
		}
	} while (found)

	for (test in starts) {
		if (test ~ /^Test/) {
			print test
		}
	}
}
