package find

import "testing"

func TestCV(t *testing.T) {
	ix := sharedIndex(t)
	list := fitted(t)
	const k = 5
	type c struct{ yes, lost, no, kept int }
	res := map[float64]map[string]*c{}
	for fold := range k {
		var train []askedTask
		var test []askedTask
		for i, a := range list {
			if i%k == fold {
				test = append(test, a)
			} else {
				train = append(train, a)
			}
		}
		ex, _ := examplesOf(ix, train)
		w := fit(ex)
		for _, a := range test {
			ex, _ := examplesOf(ix, []askedTask{a})
			if len(ex) == 0 {
				continue
			}
			p := w.likelihood(ex[0].evidence)
			key := "foreign"
			if a.language == "en" {
				key = "en"
			}
			for _, at := range []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8} {
				if res[at] == nil {
					res[at] = map[string]*c{}
				}
				if res[at][key] == nil {
					res[at][key] = &c{}
				}
				r := res[at][key]
				if a.accepted != nil {
					r.yes++
					if p < at {
						r.lost++
						if at == 0.5 {
							t.Logf("LOST %.2f %q %v", p, a.task, a.accepted)
						}
					}
				} else {
					r.no++
					if p >= at {
						r.kept++
						if at == 0.5 {
							t.Logf("KEPT %.2f %q %v", p, a.task, paths(ix.Find(a.task, 1)))
						}
					}
				}
			}
		}
	}
	for _, at := range []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8} {
		for k, r := range res[at] {
			t.Logf("at %.1f %s: %+v", at, k, *r)
		}
	}
}
