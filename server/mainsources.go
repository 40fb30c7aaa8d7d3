package server

import (
	_ "embed" // the table
	"encoding/json"
	"maps"
	"slices"
	"sync"
)

// routeSources are the providers of one route.
type routeSources struct {
	// Uses are all that its calls ask, and those whose lists it reads.
	Uses []string `json:"uses"`
	// Needs are the sets of them without which it sells nothing, whatever the others say: a call that gets no answer
	// from any provider of one set is refused, and free.
	Needs [][]string `json:"needs,omitempty"`
}

// mainSourcesFile is read off the handlers: TestMainSources calls every route while providers are down, and sees what
// is still sold. It writes the file with -sources.update.
//
//go:embed mainsources.json
var mainSourcesFile []byte

// mainSources are the providers of the paid routes, by name of the route. Those that ask nobody are not among them.
// They must not be changed.
var mainSources = sync.OnceValue(func() map[string]routeSources {
	var table map[string]routeSources
	if err := json.Unmarshal(mainSourcesFile, &table); err != nil {
		panic(err) // it is embedded
	}
	return table
})

// What a route can do now.
const (
	routeSellable = "sellable"
	routeInPart   = "in_part" // answers lack what a provider would have said
	routeClosed   = "not"     // no call can be answered
)

// RouteStanding is what a route can do with its current providers.
type RouteStanding struct {
	Route    string   `json:"route"`
	Standing string   `json:"standing"`
	Lacks    []string `json:"lacks,omitempty"` // providers that cannot be used
}

// standings are those of all routes of the table, in order of their names.
func standings(table map[string]routeSources, usable func(provider string) bool) []RouteStanding {
	all := make([]RouteStanding, 0, len(table))
	for _, route := range slices.Sorted(maps.Keys(table)) {
		all = append(all, table[route].standing(route, usable))
	}
	return all
}

func (r routeSources) standing(route string, usable func(provider string) bool) RouteStanding {
	s := RouteStanding{
		Route:    route,
		Standing: routeSellable,
	}
	for _, p := range r.Uses {
		if !usable(p) {
			s.Lacks = append(s.Lacks, p)
			s.Standing = routeInPart
		}
	}
	if r.lost(usable) != nil {
		s.Standing = routeClosed
	}
	return s
}

// lost is a set of main sources that are all unusable, nil if there is none.
func (r routeSources) lost(usable func(provider string) bool) []string {
	for _, set := range r.Needs {
		if !slices.ContainsFunc(set, usable) {
			return set
		}
	}
	return nil
}
