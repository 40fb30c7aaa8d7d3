package find

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

// share is how many of the tasks of a language find their route.
type share struct{ asked, first, three int }

// wantLanguages asks the tasks of a file in six languages, and wants so many of a hundred among the first three in
// each.
func wantLanguages(t *testing.T, file string, goalThree int) {
	t.Helper()
	list, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	ix := sharedIndex(t)

	shares := map[string]*share{}
	for lines := bufio.NewScanner(strings.NewReader(string(list))); lines.Scan(); {
		cells := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(lines.Text(), "#") || len(cells) != len(languages)+1 {
			continue
		}
		for i, task := range cells[1:] {
			s := shares[languages[i]]
			if s == nil {
				s = &share{}
				shares[languages[i]] = s
			}
			s.count(t, ix, task, strings.Split(cells[0], "|"))
		}
	}

	for _, language := range languages {
		s := shares[language]
		t.Logf("%s: of %d tasks %d first, %d among the first three", language, s.asked, s.first, s.three)
		if s.three*100 < goalThree*s.asked {
			t.Errorf("%s: fewer than %d %% among the first three", language, goalThree)
		}
	}
}

func (s *share) count(t *testing.T, ix *Index, task string, accepted []string) {
	t.Helper()
	got := ix.Find(task, 3)
	if !Fits(got) {
		got = nil
	}
	s.asked++
	rank := 1 + slices.IndexFunc(got, func(m Match) bool { return slices.Contains(accepted, m.Op.Path) })
	if rank == 1 {
		s.first++
	}
	if rank > 0 {
		s.three++
		return
	}
	t.Logf("%q (%q) wants %s, finds %s", task, inEnglish(ix, task), accepted, paths(got))
}

// TestQualityInOtherLanguages measures on tasks that were written before the terms.
func TestQualityInOtherLanguages(t *testing.T) { wantLanguages(t, "unseen_languages.tsv", 95) }

// TestTasksInOtherLanguagesFindTheirRoutes keeps what the terms were mended by.
func TestTasksInOtherLanguagesFindTheirRoutes(t *testing.T) { wantLanguages(t, "languages.tsv", 93) }

func TestTasksInEnglishStayAsTheyAre(t *testing.T) {
	ix := sharedIndex(t)
	for _, file := range []string{"unseen.tsv", "unseen_registers.tsv", "registers.tsv", "unseen_identifiers.tsv"} {
		list, err := testdata.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(strings.NewReader(string(list))); lines.Scan(); {
			task, _, ok := strings.Cut(lines.Text(), "\t")
			if got := ix.inEnglish(task); ok && !strings.HasPrefix(task, "#") && got.foreign {
				t.Errorf("%q is read as %q", task, got.words)
			}
		}
	}
}

// TestQualityOnIdentifiers measures on tasks that were written before the rules for identifiers.
func TestQualityOnIdentifiers(t *testing.T) { wantShares(t, "unseen_identifiers.tsv", 80, 90) }

func BenchmarkFindInJapanese(b *testing.B) {
	ix := sharedIndex(b)
	for b.Loop() {
		ix.Find("カリフォルニアで年収8万ドルの手取り", 5)
	}
}

// TestQualityOnTranslatedTasks measures on tasks that another hand than that of the terms has chosen.
func TestQualityOnTranslatedTasks(t *testing.T) { wantLanguages(t, "unseen_translated.tsv", 92) }

// TestTranslatedTasksFindTheirRoutes keeps what the terms were mended by after the first measure.
func TestTranslatedTasksFindTheirRoutes(t *testing.T) { wantLanguages(t, "translated.tsv", 93) }

// TestSpokenTasksFindTheirRoutes keeps what the terms were mended by; the first figures of its three parts are in
// docs/quality.
func TestSpokenTasksFindTheirRoutes(t *testing.T) { wantLanguages(t, "spoken.tsv", 93) }

// TestQualityOnSpokenTasks measures on tasks that nothing was mended by.
func TestQualityOnSpokenTasks(t *testing.T) { wantLanguages(t, "unseen_spoken.tsv", 80) }
