package find

import (
	"slices"
	"testing"
)

func TestGramSweep(t *testing.T) {
	for k, list := range map[string][]askedTask{"plain": askedTasks(t, "plain.tsv"), "dev": devTasks(t)} {
		t.Log(k)
		sweep(t, list)
	}
}

func sweep(t *testing.T, list []askedTask) {
	run := func(name string) {
		ix := sharedIndex(t)
		type c struct{ n, first, three int }
		by := map[string]*c{}
		for _, a := range list {
			if a.accepted == nil {
				continue
			}
			got := ix.Find(a.task, 3)
			for _, key := range []string{a.language, "all"} {
				if by[key] == nil {
					by[key] = &c{}
				}
				b := by[key]
				b.n++
				for r := range got {
					if slices.Contains(a.accepted, got[r].Op.Path) {
						b.three++
						if r == 0 {
							b.first++
						}
						break
					}
				}
			}
		}
		s := name
		for _, l := range append([]string{"all", "en"}, languages...) {
			if b := by[l]; b != nil {
				s += " " + l + ":" + itoa(b.first*1000/b.n) + "/" + itoa(b.three*1000/b.n)
			}
		}
		t.Log(s)
	}
	run("now")
}

func itoa(n int) string {
	s := ""
	for {
		s = string(rune('0'+n%10)) + s
		n /= 10
		if n == 0 {
			return s
		}
	}
}

func devTasks(t testing.TB) []askedTask {
	list := append(askedTasks(t, "tuning.tsv"), askedTasks(t, "asked.tsv")...)
	list = append(list, askedTasks(t, "plain.tsv")...)
	list = append(list, askedPairs(t, "registers.tsv")...)
	return append(list, askedTranslated(t, "spoken.tsv")...)
}
