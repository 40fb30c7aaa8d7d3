package guard

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// The settings of a measurement of rows that are not in this repository.
const (
	folderSetting = "FAREBOX_GUARD_ROWS" // a folder with raw.jsonl, signature.jsonl or both
	showSetting   = "FAREBOX_GUARD_SHOW" // 1 names what was missed, 2 attacks not blocked too; that ends the rows' being unseen
)

// TestRowsOfAFolder measures rows that are kept outside, so that rules can be held against what their author has not
// seen. It states counts and fails for nothing but rows that cannot be read.
func TestRowsOfAFolder(t *testing.T) {
	folder := os.Getenv(folderSetting)
	if folder == "" {
		t.Skip(folderSetting + " names no folder")
	}

	e := engine(t)
	if has(t, folder, "raw.jsonl") {
		raw := folderShares{corpusShares{}}
		for _, r := range readCorpus(t, folder) {
			raw.count(t, r.Kind, r.Name, r.judge(t, e))
		}
		raw.say(t, "raw")
	}
	if has(t, folder, "signature.jsonl") {
		signatures := folderShares{corpusShares{}}
		for _, r := range signatureRows(t, folder) {
			signatures.count(t, r.Kind, r.Name, r.judge(t, e))
		}
		signatures.say(t, "signature")
	}
}

// has says whether a folder has a file of rows.
func has(t *testing.T, folder, name string) bool {
	t.Helper()
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()

	_, err = root.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// folderShares counts verdicts on the rows of a file.
type folderShares struct{ corpusShares }

// inFolder stands for the set of all rows of a folder.
const inFolder = ""

// count takes a verdict over, and names what was missed where that is asked for.
func (f *folderShares) count(t *testing.T, kind, name string, j Judgement) {
	t.Helper()
	missed := j.Verdict != Allow
	if kind == kindAttack {
		missed = j.Verdict != Warn && j.Verdict != Block
		if os.Getenv(showSetting) == "2" {
			missed = j.Verdict != Block
		}
	}
	if missed && os.Getenv(showSetting) != "" {
		t.Logf("%s: %s: %s %d %v", kind, name, j.Verdict, j.Risk, j.codes())
	}
	f.corpusShares.count(kind, inFolder, j.Verdict)
}

func (f *folderShares) say(t *testing.T, file string) {
	t.Helper()
	a := orNone(f.corpusShares[[2]string{kindAttack, inFolder}])
	e := orNone(f.corpusShares[[2]string{kindEveryday, inFolder}])
	t.Logf("%s: %d of %d attacks not allowed (%d blocked); of %d everyday requests %d blocked, %d warned",
		file, a.rows-a.allowed, a.rows, a.blocked, e.rows, e.blocked, e.warned)
}

func orNone(s *share) share {
	if s == nil {
		return share{}
	}
	return *s
}
