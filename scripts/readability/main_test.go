package main

import (
	"strings"
	"testing"
)

// TestNothingThatIsCountedMayGrow: what a folder has more of than its limit allows is named, also in a folder that has
// no limit yet.
func TestNothingThatIsCountedMayGrow(t *testing.T) {
	c := &code{variables: newVariables()}
	for path, source := range map[string]string{
		"old/a.go":  "package a\n\nfunc f() {\n\tx, y := 1, 2\n\tz, err := g()\n}\n",
		"new/a.go":  "package a\n\nvar (\n\tshort = t{a: 1, b: 2}\n\tdense = t{a: 1, b: 2, c: 3}\n)\n",
		"b_test.go": "package a\n\nfunc f() {\n\tx, y := 1, 2\n}\n",
	} {
		if err := c.add(path, []byte(source)); err != nil {
			t.Fatal(err)
		}
	}

	var parallel, literals ratchet
	for _, r := range ratchets(c, nil) {
		switch r.file {
		case "assignments.txt":
			parallel = r
		case "literals.txt":
			literals = r
		}
	}
	if parallel.count["old"] != 1 || len(parallel.count) != 1 || literals.count["new"] != 1 || len(literals.count) != 1 {
		t.Fatalf("parallel assignments %v, literals %v", parallel.count, literals.count)
	}

	if err := parallel.within(map[string]int{"old": 1}); err != nil {
		t.Error(err)
	}
	for _, limits := range []map[string]int{nil, {"old": 0}} {
		if err := parallel.within(limits); err == nil || !strings.Contains(err.Error(), "old: 1, 0 are allowed") {
			t.Errorf("with limits %v: %v", limits, err)
		}
	}
}
