package main

import (
	"path/filepath"
	"testing"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
)

// TestAMemberThatIsNeverFilledSaysWhy: what was null in every answer about records, made and recorded, is null for a
// reason that its description names, and each nullable member was counted.
func TestAMemberThatIsNeverFilledSaysWhy(t *testing.T) {
	loaded, err := spec.Load(gen.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := readFilled(filepath.FromSlash("../../" + filledTable))
	if err != nil {
		t.Fatal(err)
	}

	for _, op := range loaded.Operations {
		if !isRecord(op) {
			continue
		}
		for row := range nullables(op.Output) {
			count, counted := counts[filledKey{op.Path, row.member}]
			switch {
			case !counted:
				t.Errorf("%s: %s was not counted; run make nulls", op.Path, row.member)
			case count.made.Filled+count.recorded.Filled == 0 && row.why == unsaid:
				t.Errorf("%s: %s was never filled, null %d times, and has no reason of its own",
					op.Path, row.member, count.made.Null+count.recorded.Null)
			}
		}
	}
}
