package main

import (
	"strings"
	"testing"
)

// TestNothingThatIsCountedMayGrow: what a folder has more of than its limit allows is named, also in a folder that has
// no limit yet.
func TestNothingThatIsCountedMayGrow(t *testing.T) {
	c := newCode()
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
	for _, r := range ratchets(c, nil, 0) {
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

// TestLinesOfTestsAreNotDelivered: a package counts as delivered when a command imports it, also by way of another.
func TestLinesOfTestsAreNotDelivered(t *testing.T) {
	c := newCode()
	for path, source := range map[string]string{
		"main.go":         "package main\n\nimport \"m/a\"\n",
		"a/a.go":          "package a\n\nimport \"m/b\"\n",
		"b/b.go":          "package b\n",
		"btest/b.go":      "package btest\n\nimport \"m/b\"\n",
		"scripts/s/s.go":  "package main\n\nimport \"m/btest\"\n",
		"sdk/go/sdk.go":   "package sdk\n",
		"b/b_test.go":     "package b\n",
		"deploy/c/run.go": "package main\n",
	} {
		if err := c.add(path, []byte(source)); err != nil {
			t.Fatal(err)
		}
	}

	product, scripts, support := c.partsOf("m")
	if product != 9 || scripts != 3 || support != 3 {
		t.Errorf("delivered %d, scripts %d, for tests %d; want 9, 3, 3", product, scripts, support)
	}
}
