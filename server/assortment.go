package server

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/spec/assortment"
	"github.com/farebox/farebox/internal/upstream"
)

// assorted is what an operator sells of the routes that the program has: a document, and what was read from it.
type assorted struct {
	document []byte
	spec     *spec.Spec
	unsold   map[string]unsold // by path
}

// unsold is why a route of the program is not sold.
type unsold struct {
	lacks []string // what is not set and would bring it; none when the operator took it off
}

// assortment is the bundled document as the settings change it.
func (c *Config) assortment() (assorted, error) {
	changes, err := c.changes()
	if err != nil {
		return assorted{}, err
	}
	whole := loadSpec()
	a := assorted{
		document: gen.OpenAPI,
		spec:     whole,
		unsold:   map[string]unsold{},
	}
	if changes.None() {
		return a, nil
	}

	if a.document, err = assortment.Apply(gen.OpenAPI, changes); err != nil {
		return assorted{}, err
	}
	if a.spec, err = spec.Load(a.document); err != nil {
		return assorted{}, err
	}
	for _, op := range whole.Operations {
		if left, _ := a.spec.Lookup(op.Method, op.Path); left == nil {
			a.unsold[op.Path] = unsold{}
		}
	}
	return a, nil
}

// derive is what is made of a spec. That of all routes is shared by the services of a process.
func derive(s *spec.Spec) derived {
	if s == loadSpec() {
		return ofWhole()
	}
	return derivedOf(s)
}

// changes are what the settings ask for.
func (c *Config) changes() (assortment.Changes, error) {
	changes := assortment.Changes{
		Off:      splitList(c.RoutesOff),
		OnlySold: !c.Builtin,
	}
	sold, err := c.soldAPIs()
	if err != nil {
		return changes, err
	}
	if changes.OnlySold && len(sold) == 0 {
		return changes, errors.New("BUILTIN=false leaves nothing to sell without SELL")
	}
	for _, api := range sold {
		if api.document.File.Text, err = os.ReadFile(api.file); err != nil {
			return changes, fmt.Errorf("SELL: %w", err)
		}
		changes.Sold = append(changes.Sold, api.document)
	}
	for _, name := range splitList(c.Overlay) {
		text, err := os.ReadFile(name)
		if err != nil {
			return changes, fmt.Errorf("OVERLAY: %w", err)
		}
		changes.Overlays = append(changes.Overlays, assortment.File{
			Name: filepath.Base(name),
			Text: text,
		})
	}

	factor, err := decimal.NewFromString(c.PriceFactor)
	if err != nil {
		return changes, fmt.Errorf("PRICE_FACTOR: %w", err)
	}
	changes.Factor = factor
	return changes, nil
}

// mostFactor bounds PRICE_FACTOR: more is a slip.
var mostFactor = decimal.NewFromInt(1000)

// lacking is implemented by families some of whose routes need a setting that does not belong to a data provider.
type lacking interface {
	// Lacks says what is not set, by path of the routes that can answer nothing without it.
	Lacks() map[string]string
}

// withoutUnconfigured are the parts without the routes that can answer nothing.
func (p Parts) withoutUnconfigured(made []routes) (Parts, error) {
	sold, err := assorted{
		document: p.document,
		spec:     p.Spec,
		unsold:   p.unsold,
	}.withoutUnconfigured(p.Upstreams, made)
	p.document = sold.document
	p.Spec = sold.spec
	p.unsold = sold.unsold
	return p, err
}

// withoutUnconfigured leaves out the routes that can answer nothing, because nothing that they need is set up. made are
// the families' handlers, which have declared their providers by now.
func (a assorted) withoutUnconfigured(pool *upstream.Pool, made []routes) (assorted, error) {
	table := mainSources()
	lacks := map[string][]string{}
	for _, family := range made {
		if f, ok := family.(lacking); ok {
			for path, setting := range f.Lacks() {
				lacks[path] = append(lacks[path], setting)
			}
		}
	}

	missing := map[string]string{}
	for _, h := range pool.Health() {
		if why := pool.Missing(h.Name); why != "" {
			missing[h.Name] = why
		}
	}
	var names []string
	for _, op := range a.spec.Operations {
		lost := table[op.Name()].lost(func(provider string) bool { return missing[provider] == "" })
		for _, provider := range lost {
			lacks[op.Path] = append(lacks[op.Path], missing[provider])
		}
		if op.Paid && len(lacks[op.Path]) > 0 {
			names = append(names, op.Name())
		}
	}
	if len(names) == 0 {
		return a, nil
	}

	left := assorted{
		spec:   a.spec.Without(names),
		unsold: maps.Clone(a.unsold),
	}
	var err error
	if left.document, err = assortment.Without(a.document, names); err != nil {
		return a, err
	}
	for _, name := range names {
		_, path, _ := strings.Cut(name, " ")
		needs := lacks[path]
		slices.Sort(needs)
		left.unsold[path] = unsold{lacks: slices.Compact(needs)}
	}
	return left, nil
}

// problem answers a request for a route that is not sold.
func (u unsold) problem(path string) *problem.Problem {
	if len(u.lacks) > 0 {
		return problem.NotConfigured("%s is not sold here: this service has no data source for it", path)
	}
	p := problem.New(http.StatusNotFound, problem.CodeNotSoldHere,
		"%s is not sold here; GET /find?q=<task> lists routes for a task", path)
	p.Retry = problem.RetryNever
	return p
}

// tellUnsold says at the start what would bring which routes.
func (s *Server) tellUnsold() {
	byNeed := map[string][]string{}
	for path, why := range s.parts.unsold {
		if len(why.lacks) > 0 {
			needs := strings.Join(why.lacks, ", ")
			byNeed[needs] = append(byNeed[needs], path)
		}
	}
	for needs, paths := range byNeed {
		slices.Sort(paths)
		s.log.Info("routes not sold", "because", needs, "routes", strings.Join(paths, " "))
	}
}
