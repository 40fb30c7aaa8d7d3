package dev

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// maintainedFor is how long after its last release a package still counts as maintained, in days.
const maintainedFor = 365

// sourceBudget is what each source may take.
const sourceBudget = 8 * time.Second

var ecosystems = map[string]gen.DevPackageEcosystem{
	"npm": gen.Npm, "node": gen.Npm, "nodejs": gen.Npm, "javascript": gen.Npm, "js": gen.Npm,
	"pypi": gen.Pypi, "python": gen.Pypi, "pip": gen.Pypi, "py": gen.Pypi,
	"cargo": gen.Cargo, "crates": gen.Cargo, "crates.io": gen.Cargo, "rust": gen.Cargo,
}

// The names that the ecosystems allow; npm's old packages may have capitals.
var packageNames = map[gen.DevPackageEcosystem]*regexp.Regexp{
	gen.Npm:   regexp.MustCompile(`^(@[A-Za-z0-9._~-]+/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*$`),
	gen.Pypi:  regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`),
	gen.Cargo: regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`),
}

var separators = regexp.MustCompile(`[-_.]+`)

// packageQuery reads and checks the inputs. PyPI names come out in normal form (PEP 503).
func packageQuery(p gen.DevPackageParams) (gen.DevPackageEcosystem, string, error) {
	ecosystem, ok := ecosystems[strings.ToLower(strings.TrimSpace(p.Ecosystem))]
	if !ok {
		return "", "", problem.Invalid("ecosystem", "ecosystem must be npm, pypi or cargo (or an alias: node, python, rust)")
	}
	name := strings.TrimSpace(p.Name)
	if !packageNames[ecosystem].MatchString(name) {
		return "", "", problem.Invalid("name", "name is not a name that %s allows", ecosystem)
	}
	if ecosystem == gen.Pypi {
		name = strings.ToLower(separators.ReplaceAllString(name, "-"))
	}
	return ecosystem, name, nil
}

// DevPackage answers GET /dev/package: the versions from deps.dev and, for cargo, from crates.io, which knows of new and yanked
// ones at once; the downloads from the ecosystem's own counter.
func (h *Handlers) DevPackage(ctx context.Context, req gen.DevPackageRequestObject) (gen.DevPackageResponseObject, error) {
	ecosystem, name, err := packageQuery(req.Params)
	if err != nil {
		return nil, err
	}
	sources := []upstream.Source[func(*parts)]{
		upstream.Main(upstream.Part("deps.dev", sourceBudget,
			func(ctx context.Context) (*versions, error) { return h.fromDepsDev(ctx, string(ecosystem), name) },
			func(all *parts, found *versions) { all.deps = found })),
		upstream.Part("downloads", sourceBudget,
			func(ctx context.Context) (*counts, error) { return h.downloads(ctx, ecosystem, name) },
			func(all *parts, found *counts) { all.downloads = found }),
	}
	if ecosystem == gen.Cargo {
		sources = slices.Insert(sources, 0, upstream.Main(upstream.Part("registry", sourceBudget,
			func(ctx context.Context) (*versions, error) { return h.fromCratesIO(ctx, name) },
			func(all *parts, found *versions) { all.registry = found })))
	}

	var all parts
	fused := upstream.FuseInto(ctx, &all, sources...)
	answer := gen.DevPackage200JSONResponse{
		Ecosystem: ecosystem,
		Name:      name,
		Sources:   response.Sources(fused),
	}
	if ecosystem == gen.Cargo && errors.Is(fused[0].Err, upstream.NotFound) {
		return nil, packageError(fused[:1]) // crates.io knows what is there; deps.dev still has what was deleted
	}
	found := cmp.Or(all.registry, all.deps)
	if found == nil {
		return nil, packageError(fused[:len(fused)-1])
	}
	if all.deps != nil && len(found.licenses) == 0 {
		found.licenses = all.deps.licenses
	}
	answer.Partial = fused.Partial() || all.deps != nil && all.deps.incomplete || all.downloads != nil && all.downloads.incomplete
	found.describe(&answer, h.now())
	if all.downloads != nil {
		all.downloads.describe(&answer)
	}
	return answer, nil
}

// parts is what the sources gave; nil is what failed.
type parts struct {
	registry, deps *versions
	downloads      *counts
}

// packageError is the error of a package whose versions nobody gave.
func packageError[T any](fused upstream.Fused[T]) error {
	err := fused.Err()
	if errors.Is(err, upstream.NotFound) {
		return problem.NotFound("name", "the ecosystem has no known package with this name; a new one may take a day to appear")
	}
	return err
}
