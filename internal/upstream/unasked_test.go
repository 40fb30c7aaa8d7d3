package upstream

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// TestAdaptersSayWhoseAnswerItIs: each has a member with the tag asked, or a reason in testdata/unasked.tsv for having
// none.
func TestAdaptersSayWhoseAnswerItIs(t *testing.T) {
	table, err := os.ReadFile("testdata/unasked.tsv")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(table)) {
		adapter, reason, _ := strings.Cut(strings.TrimSpace(line), "\t")
		reasons[adapter] = reason
	}

	declares := map[string]bool{}
	asks := map[string]bool{}
	tree := os.DirFS("../..")
	err = fs.WalkDir(tree, "internal", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		code, err := fs.ReadFile(tree, name)
		adapter := path.Dir(name)
		declares[adapter] = declares[adapter] || bytes.Contains(code, []byte("upstream.Provider{"))
		asks[adapter] = asks[adapter] || bytes.Contains(code, []byte(` asked:"`))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	for adapter, is := range declares {
		if reason := reasons[adapter]; is && asks[adapter] == (reason != "") {
			t.Errorf("%s: members with the tag asked: %t, a reason for none: %q", adapter, asks[adapter], reason)
		}
		delete(reasons, adapter)
	}
	for adapter := range reasons {
		t.Errorf("%s is no adapter", adapter)
	}
}
