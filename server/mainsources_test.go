package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
)

// declaredOnce is made once: it takes a service's time to start.
var declaredOnce = sync.OnceValues(Providers)

// declared are the declarations of all providers.
func declared(t *testing.T) []upstream.Provider {
	t.Helper()
	providers, err := declaredOnce()
	if err != nil {
		t.Fatal(err)
	}
	return providers
}

var sourcesUpdate = flag.Bool("sources.update", false, "TestMainSources writes mainsources.json")

// mostSets bounds the sets of main sources of one route.
const mostSets = 8

// TestMainSources reads off the handlers which providers a route cannot do without: it calls each route with its
// example, and with every word of its closed inputs, while providers are down. The table must be what comes of it.
// Without the flag it holds what the table says of a fifth of the routes against the handlers: that a route sells
// nothing without any provider of one of its sets, and sells when only one provider of the set is up.
func TestMainSources(t *testing.T) {
	t.Parallel()
	w := fixtureWorld(t)
	table := mainSources()
	found := map[string]routeSources{}
	var mu sync.Mutex
	t.Run("routes", func(t *testing.T) {
		for _, op := range slices.SortedFunc(slices.Values(w.spec.Operations), dearestFirst) {
			if !op.Paid || op.ClosedWorld || !*sourcesUpdate && !sampledRoute(op) {
				continue
			}
			t.Run(op.Name(), func(t *testing.T) {
				t.Parallel()
				s := newSourceSearch(t, w, op)
				if !*sourcesUpdate {
					s.hold(t, table[op.Name()])
					return
				}
				s.narrow(t)
				if sources := s.search(t); len(sources.Uses) > 0 {
					mu.Lock()
					defer mu.Unlock()
					found[op.Name()] = sources
				}
			})
		}
	})
	if *sourcesUpdate {
		writeMainSources(t, found)
	}
}

// sampledRoute picks a fifth of all routes, always the same: each of them is called some dozen times.
func sampledRoute(op *spec.Operation) bool {
	h := fnv.New32a()
	fmt.Fprint(h, op.ID)
	return h.Sum32()%5 == 0
}

func writeMainSources(t *testing.T, found map[string]routeSources) {
	t.Helper()
	var b strings.Builder
	for i, route := range slices.Sorted(maps.Keys(found)) {
		line, err := json.Marshal(found[route])
		if err != nil {
			t.Fatal(err)
		}
		comma := ","
		if i == len(found)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, "  %q: %s%s\n", route, line, comma)
	}
	if err := os.WriteFile("mainsources.json", []byte("{\n"+b.String()+"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sourceSearch finds the main sources of one operation.
type sourceSearch struct {
	world *driftWorld
	op    *spec.Operation
	calls []driftCall
	asked map[int][]string // by call: the providers, nil when it was not made yet
	sold  map[int]bool     // by call, with all providers up
	lists []string         // providers of the lists that the example's answer rests on
	// standIns are providers that are only asked while others are down.
	standIns map[string]bool
}

func newSourceSearch(t *testing.T, w *driftWorld, op *spec.Operation) *sourceSearch {
	t.Helper()
	s := &sourceSearch{
		world: w,
		op:    op,
		calls: variants(t, w.spec, op),
		asked: map[int][]string{},
		sold:  map[int]bool{},

		standIns: map[string]bool{},
	}
	for _, l := range newDownRoom(t, w, op.Family, nil, nil).DatasetHealth() {
		if !slices.Contains(s.lists, l.Provider) {
			s.lists = append(s.lists, l.Provider)
		}
	}
	return s
}

// narrow leaves out the lists that the example's answer does not rest on. It rests on a list if its absence changes the
// answer while as many others are down as change nothing: lists that stand in for each other change nothing alone.
func (s *sourceSearch) narrow(t *testing.T) {
	t.Helper()
	differs := s.compare(t)
	if len(s.lists) == 0 || !differs(s.lists...) {
		s.lists = nil
		return
	}

	alone := slices.DeleteFunc(slices.Clone(s.lists), func(p string) bool { return !differs(p) })
	others := slices.DeleteFunc(slices.Clone(s.lists), func(p string) bool { return slices.Contains(alone, p) })
	if len(others) == 0 || !differs(others...) {
		s.lists = alone
		return
	}
	s.lists = slices.DeleteFunc(s.lists, func(p string) bool {
		if slices.Contains(alone, p) {
			return false
		}
		var down []string
		for _, q := range others {
			if q != p && !differs(append(slices.Clone(down), q)...) {
				down = append(down, q)
			}
		}
		return !differs(append(down, p)...)
	})
}

// compare says of providers whether the example's answer is another one without them.
func (s *sourceSearch) compare(t *testing.T) func(without ...string) bool {
	t.Helper()
	answer := func(without ...string) drift.Answer { return s.room(t, without).answer(t, s.calls[0]) }
	whole := answer()
	volatile := map[string]bool{}
	for range 3 {
		maps.Copy(volatile, drift.Volatile(whole, answer()))
	}

	// What a list changes, it changes each time; other members may differ now and then.
	return func(without ...string) bool {
		first, second := answer(without...), answer(without...)
		changed := drift.Volatile(whole, first)
		again := drift.Volatile(whole, second)
		maps.DeleteFunc(changed, func(path string, _ bool) bool { return volatile[path] || !again[path] })
		return first.Status != whole.Status || len(changed) > 0
	}
}

// room is the family while some providers are down.
func (s *sourceSearch) room(t *testing.T, down []string) *downRoom {
	t.Helper()
	return newDownRoom(t, s.world, s.op.Family, down, s.lists)
}

// variants are the call of the example, and calls with other inputs: each word of a closed input, each input alone
// beside those that are required, and what the examples of the family's answers have under the name of an input.
func variants(t *testing.T, s *spec.Spec, op *spec.Operation) []driftCall {
	t.Helper()
	calls := []driftCall{exampleOf(t, op)}
	if op.Body != nil {
		return calls
	}
	add := func(query url.Values) {
		target := op.Path + "?" + query.Encode()
		if !slices.ContainsFunc(calls, func(c driftCall) bool { return c.target == target }) {
			calls = append(calls, driftCall{
				op:     op,
				target: target,
			})
		}
	}

	example := url.Values{}
	required := url.Values{}
	for name, value := range op.ExampleQuery() {
		example.Set(name, value)
		at := slices.IndexFunc(op.Inputs, func(in spec.Input) bool { return in.Name == name })
		if op.Inputs[at].Required {
			required.Set(name, value)
		}
	}
	with := func(base url.Values, name string, value any) {
		query := maps.Clone(base)
		query.Set(name, fmt.Sprint(value))
		add(query)
	}
	for _, input := range op.Inputs {
		for _, word := range input.Schema.Enum {
			with(example, input.Name, word)
		}
		if input.Example != nil && !input.Required {
			with(required, input.Name, input.Example)
		}
		for _, value := range named(s, op.Family, input.Name) {
			with(example, input.Name, value)
			with(required, input.Name, value)
		}
	}
	return calls
}

// mostNamed bounds the values that are taken out of examples for one input.
const mostNamed = 12

// named are the texts that example answers of a family have under a name.
func named(s *spec.Spec, family, name string) []string {
	var found []string
	var walk func(value any)
	walk = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, member := range slices.Sorted(maps.Keys(v)) {
				text, ok := v[member].(string)
				if ok && member == name && !slices.Contains(found, text) && len(found) < mostNamed {
					found = append(found, text)
				}
				walk(v[member])
			}
		}
	}
	for _, op := range s.Operations {
		if op.Family == family {
			walk(op.Example)
		}
	}
	return found
}

// search finds the sets, each without a provider too many.
func (s *sourceSearch) search(t *testing.T) routeSources {
	t.Helper()
	used := map[string]bool{}
	for i := range s.calls {
		s.baseline(t, i)
		for _, p := range s.asked[i] {
			used[p] = true
		}
	}
	if !s.sold[0] {
		t.Errorf("%s: its example is not sold", s.op.Name())
	}
	for _, p := range s.lists {
		used[p] = true
	}
	found := routeSources{Uses: slices.Sorted(maps.Keys(used))}
	s.collect(t, found.Uses, &found)
	for p := range s.standIns {
		used[p] = true
	}
	if all := slices.Sorted(maps.Keys(used)); len(all) > len(found.Uses) {
		found = routeSources{Uses: all} // with the stand-ins there may be other sets
		s.collect(t, found.Uses, &found)
	}
	return found
}

// collect adds the sets among the providers.
func (s *sourceSearch) collect(t *testing.T, among []string, found *routeSources) {
	t.Helper()
	if len(found.Needs) >= mostSets || !s.unsold(t, among) {
		return
	}
	set := slices.Clone(among)
	for _, p := range among {
		without := slices.DeleteFunc(slices.Clone(set), func(q string) bool { return q == p })
		if s.unsold(t, without) {
			set = without
		}
	}
	if len(set) == 0 { // not sold with all of them up
		return
	}
	if !slices.ContainsFunc(found.Needs, func(known []string) bool { return slices.Equal(known, set) }) {
		found.Needs = append(found.Needs, set)
	}
	for _, p := range set {
		s.collect(t, slices.DeleteFunc(slices.Clone(among), func(q string) bool { return q == p }), found)
	}
}

// baseline makes a call with all providers up.
func (s *sourceSearch) baseline(t *testing.T, i int) {
	t.Helper()
	if _, made := s.asked[i]; made {
		return
	}
	room := s.room(t, nil)
	s.sold[i] = room.answer(t, s.calls[i]).Status == http.StatusOK
	s.asked[i] = room.asked()
}

// unsold says whether no call is sold while some providers are down. A call that the fixtures have no answers to is
// not sold when all that it asks are down; one that asks nobody then does not count. A provider that is only asked
// while others are down stands in for them, whether or not the fixtures have its answers.
func (s *sourceSearch) unsold(t *testing.T, down []string) bool {
	t.Helper()
	isDown := func(p string) bool { return slices.Contains(down, p) }
	for i, call := range s.calls {
		s.baseline(t, i)
		if len(s.asked[i]) == 0 && !s.sold[i] {
			continue
		}
		room := s.room(t, down)
		isSold := room.answer(t, call).Status == http.StatusOK
		replaced := false
		for _, p := range room.asked() {
			if !isDown(p) && !slices.Contains(s.asked[i], p) {
				s.standIns[p] = true
				replaced = true
			}
		}
		if isSold || replaced {
			return false
		}
		if !s.sold[i] && slices.ContainsFunc(s.asked[i], func(p string) bool { return !isDown(p) }) {
			return false
		}
	}
	return true
}

// hold compares the table with the handlers.
func (s *sourceSearch) hold(t *testing.T, said routeSources) {
	t.Helper()
	unsaid := slices.DeleteFunc(slices.Clone(s.lists), func(p string) bool { return slices.Contains(said.Uses, p) })
	if len(unsaid) > 0 && s.compare(t)(unsaid...) {
		t.Errorf("%s rests on one of %s, and mainsources.json does not say so: run with -sources.update",
			s.op.Name(), unsaid)
	}
	s.lists = slices.DeleteFunc(s.lists, func(p string) bool { return slices.Contains(unsaid, p) })

	s.baseline(t, 0)
	for _, p := range s.asked[0] {
		if !slices.Contains(said.Uses, p) {
			t.Errorf("%s asks %s, and mainsources.json does not say so: run with -sources.update", s.op.Name(), p)
		}
	}
	for _, set := range said.Needs {
		if !s.unsold(t, set) {
			t.Errorf("%s is sold without any of %s: run with -sources.update", s.op.Name(), set)
		}
		if s.unsold(t, set[1:]) {
			t.Errorf("%s is not sold without %s, though %s is up: run with -sources.update",
				s.op.Name(), set[1:], set[0])
		}
	}
}

// downRoom is a family some of whose providers do not answer. It has the lists that are wanted.
type downRoom struct {
	*upstream.Pool
	echo  *echo.Echo
	world *driftWorld
}

func newDownRoom(t *testing.T, w *driftWorld, family string, down, lists []string) *downRoom {
	t.Helper()
	options := w.options(w.internet)
	away := map[string]bool{}
	for _, p := range declared(t) {
		for _, v := range p.Variables() {
			if !v.Secret && slices.Contains(down, p.Name) {
				away[v.Name] = true
			}
		}
	}
	settings := options.Lookup
	options.Lookup = func(name string) (string, bool) {
		if away[name] {
			return "https://away.invalid", true
		}
		return settings(name)
	}
	options.DataDir = t.TempDir()
	r := &downRoom{
		Pool:  upstream.NewPool(options),
		echo:  echo.New(),
		world: w,
	}
	r.echo.HTTPErrorHandler = func(err error, c echo.Context) {
		problem.From(intake.Problem(err)).Write(c.Response(), "")
	}

	from := *w.base
	from.pool = r.Pool
	if err := from.engines(w.lookup); err != nil {
		t.Fatal(err)
	}
	handlers, err := w.families[family].make(&from)
	if err != nil {
		t.Fatal(err)
	}
	handlers.Register(r.echo)
	r.load(t, options.DataDir, func(provider string) bool {
		return slices.Contains(lists, provider) && !slices.Contains(down, provider)
	})
	return r
}

// load reads the lists of some providers.
func (r *downRoom) load(t *testing.T, dir string, wanted func(provider string) bool) {
	t.Helper()
	up := map[string]bool{}
	for _, l := range r.DatasetHealth() {
		if !wanted(l.Provider) {
			continue
		}
		up[l.Provider] = true
		if err := os.Symlink(filepath.Join(r.world.lists, l.Name), filepath.Join(dir, l.Name)); err != nil {
			t.Fatal(err)
		}
	}
	for provider := range up {
		r.UpdateLists(t.Context(), provider)
	}
}

// asked are the providers that were asked.
func (r *downRoom) asked() []string {
	names := []string{}
	for _, h := range r.Health() {
		if h.LastOK != nil || h.LastError != nil {
			names = append(names, h.Name)
		}
	}
	return names
}

func (r *downRoom) answer(t *testing.T, call driftCall) drift.Answer {
	t.Helper()
	room := &driftRoom{
		world: r.world,
		tap:   &drift.Tap{World: r.world.internet},
		pool:  r.Pool,
		echo:  r.echo,
	}
	return room.ask(t, call, nil)
}
