package upstreamtest

import "testing"

func TestMembersAreRenamedWhereverTheyStand(t *testing.T) {
	for _, c := range []struct{ path, body, want string }{
		{"a", `{"a":1,"b":2}`, `{"a_renamed":1,"b":2}`},
		{"a[].b", `{"a":[{"b":1},{"b":2,"c":3},{}]}`, `{"a":[{"b_renamed":1},{"b_renamed":2,"c":3},{}]}`},
		{"[].b", `[{"b":1}]`, `[{"b_renamed":1}]`},
		{"a.*.b", `{"a":{"x":{"b":1},"y":{"b":2}}}`, `{"a":{"x":{"b_renamed":1},"y":{"b_renamed":2}}}`},
		{"a[][].b", `{"a":[[{"b":1.50}]]}`, `{"a":[[{"b_renamed":1.50}]]}`},
	} {
		if got := Renamed(t, c.body, c.path); got != c.want+"\n" {
			t.Errorf("%s of %s: %s", c.path, c.body, got)
		}
	}
}
