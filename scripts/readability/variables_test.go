package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

const sample = `package p

var (
	table   = map[string]int{"a": 1}
	number  = 1 + 2
	state   *int
	counter = newCounter()
	local   = compute()
	kept    = compute()
	_       = number
	word, _ = compute(), 1
	pattern = regexp.MustCompile("a")
)

func change(in map[string]int) {
	counter.hits++
	local := 1
	local = 2
	in["a"] = local
}
`

// TestVariablesThatNeedAReason: constants, what has no value, and what functions of the package change, but for what
// they declare themselves under the same name.
func TestVariablesThatNeedAReason(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "p/p.go", sample, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	v := newVariables()
	v.add("p/p.go", parsed)

	want := []string{
		"p/counter is among the assigned by functions",
		"p/number is among the constants",
		"p/state is among the without a value",
	}
	if got := v.odd(); !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	if err := v.check(); err == nil {
		t.Error("they pass")
	}

	counts := v.byKind()
	if counts["tables"] != 1 || counts["computed tables"] != 3 || counts["expressions"] != 1 {
		t.Errorf("%v", counts)
	}
}
