package find

import "testing"

func TestPlainTasks(t *testing.T) {
	for _, language := range append([]string{"en"}, languages...) {
		var o, n outcome
		for _, a := range askedTasks(t, "plain.tsv") {
			if a.language != language {
				continue
			}
			got := sharedIndex(t).Find(a.task, 3)
			if a.accepted == nil {
				n.count(got, a.accepted)
			} else {
				was := o
				o.count(got, a.accepted)
				if was.first == o.first {
					t.Logf("MISS three=%v %q (%q) wants %s, finds %s", o.three > was.three, a.task, inEnglish(sharedIndex(t), a.task), a.accepted, paths(got))
				}
			}
		}
		t.Logf("TOTAL %s: %+v none %+v", language, o, n)
	}
}
