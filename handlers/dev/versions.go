package dev

import (
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cratesio"
)

// cadenceReleases is how many releases the usual time between releases is taken from.
const cadenceReleases = 10

// versions is what a source knows about a package's releases.
type versions struct {
	name       string
	latest     string
	licenses   []string
	deprecated bool
	yanked     bool
	count      int
	dates      map[string]time.Time // by version; those without a date are missing
	incomplete bool                 // the licence could not be had
}

// fromDepsDev asks for the package, then for its default version, whose failing costs only the licence.
func (h *Handlers) fromDepsDev(ctx context.Context, system, name string) (*versions, error) {
	p, err := h.deps.Package(ctx, system, name)
	if err != nil {
		return nil, err
	}
	if len(p.Versions) == 0 {
		return nil, upstream.NotFound.Errorf("a package without versions")
	}

	v := &versions{
		name:  p.PackageKey.Name,
		count: len(p.Versions),
		dates: map[string]time.Time{},
	}
	var newest, newestStable string
	for _, r := range p.Versions {
		number := r.VersionKey.Version
		if at, err := time.Parse(time.RFC3339, r.PublishedAt); err == nil && at.Year() > 1970 { // earlier ones stand for unknown
			v.dates[number] = at
		}
		if r.IsDefault {
			v.latest = number
			v.deprecated = r.IsDeprecated && system == "npm"
			v.yanked = r.IsDeprecated && system == "pypi" // deps.dev says deprecated of a yanked file
		}
		newest = v.later(newest, number)
		if !isPrerelease(number) {
			newestStable = v.later(newestStable, number)
		}
	}

	switch {
	case v.latest != "":
	case newestStable != "":
		v.latest = newestStable
	default:
		v.latest = newest
	}

	full, err := h.deps.Version(ctx, system, name, v.latest)
	if err != nil {
		v.incomplete = true
		return v, nil // the licence is null, and the answer partial
	}

	switch strings.ToLower(full.ProjectStatus) {
	case "archived", "deprecated", "quarantined":
		v.deprecated = true
	}

	for _, l := range full.Licenses {
		if l != "non-standard" && !slices.Contains(v.licenses, l) {
			v.licenses = append(v.licenses, l)
		}
	}

	return v, nil
}

// later is the version that was published later; an undated one is earlier.
func (v *versions) later(a, b string) string {
	if a == "" || v.dates[b].After(v.dates[a]) {
		return b
	}
	return a
}

// isPrerelease tells 2.0.0-rc.1, 2.0rc1 and 2.0.dev3 from 2.0.0 and 2.0.post1.
func isPrerelease(number string) bool {
	number, _, _ = strings.Cut(number, "+")
	number = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(number, "v")), "post", "")
	return strings.ContainsFunc(number, func(r rune) bool { return r >= 'a' && r <= 'z' })
}

func (h *Handlers) fromCratesIO(ctx context.Context, name string) (*versions, error) {
	c, err := h.crates.Crate(ctx, name)
	if err != nil {
		return nil, err
	}

	v := &versions{
		name:   c.Name,
		latest: c.MaxVersion,
		count:  len(c.Versions),
		dates:  map[string]time.Time{},
	}
	if c.MaxStableVersion != nil {
		v.latest = *c.MaxStableVersion
	}

	if len(c.Versions) > 0 && !slices.ContainsFunc(c.Versions, func(r cratesio.Version) bool { return r.Num == v.latest }) {
		v.latest = c.Versions[0].Num // where all are yanked, crates.io names 0.0.0
	}

	for _, r := range c.Versions {
		v.dates[r.Num] = r.CreatedAt
		if r.Num == v.latest {
			v.yanked = r.Yanked
			if r.License != nil && *r.License != "" {
				v.licenses = []string{strings.ReplaceAll(*r.License, "/", " OR ")}
			}
		}
	}

	return v, nil
}

// describe puts what is known about the releases into the answer.
func (v *versions) describe(answer *gen.DevPackage200JSONResponse, now time.Time) {
	if v.name != "" {
		answer.Name = v.name
	}

	answer.LatestVersion = response.OrNull(v.latest)
	answer.ReleasesCount = v.count
	answer.Deprecated = v.deprecated
	answer.Yanked = v.yanked
	licenses := strings.Join(v.licenses, ", ")
	answer.License = response.OrNull(licenses)

	if at, ok := v.dates[v.latest]; ok {
		answer.LatestPublished = &at
	}
	dates := make([]time.Time, 0, len(v.dates))
	for _, at := range v.dates {
		dates = append(dates, at)
	}

	slices.SortFunc(dates, time.Time.Compare)
	if len(dates) == 0 {
		if v.deprecated || v.yanked {
			no := false
			answer.Signals.IsMaintained = &no
		}
		return
	}

	age := response.AgeDays(dates[0], now)
	since := response.AgeDays(dates[len(dates)-1], now)
	maintained := !v.deprecated && !v.yanked && since <= maintainedFor
	answer.AgeDays = &age
	answer.Signals.DaysSinceRelease = &since
	answer.Signals.IsMaintained = &maintained
	answer.ReleaseCadenceDays = cadence(dates)
}

// cadence is the median gap between the last releases, in whole days; nil with fewer than two.
func cadence(dates []time.Time) *int {
	dates = dates[max(0, len(dates)-cadenceReleases):]
	if len(dates) < 2 {
		return nil
	}
	var gaps []float64
	for i := 1; i < len(dates); i++ {
		gaps = append(gaps, dates[i].Sub(dates[i-1]).Hours()/24)
	}
	slices.Sort(gaps)
	median := gaps[len(gaps)/2]
	if len(gaps)%2 == 0 {
		median = (gaps[len(gaps)/2-1] + median) / 2
	}
	days := int(response.Round(median, 0))
	return &days
}
