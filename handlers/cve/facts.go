package cve

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
	"github.com/farebox/farebox/internal/upstream/epss"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/kev"
	"github.com/farebox/farebox/internal/upstream/nvd"
	"github.com/farebox/farebox/internal/upstream/osv"
)

// facts is what the sources say about a CVE; nil or empty is what a source does not have or did not answer.
type facts struct {
	id      string
	program *cveprogram.Record
	nvd     *nvd.CVE
	epss    *epss.Score
	kev     *kev.Catalogue
	ghsa    []github.Advisory
	osv     []osv.Advisory
}

// gather asks all sources side by side.
func (h *Handlers) gather(ctx context.Context, id string) (*facts, upstream.Fused[func(*facts)]) {
	f := &facts{id: id}
	fused := upstream.FuseInto(ctx, f,
		upstream.Main(upstream.Part(srcProgram, budget,
			func(ctx context.Context) (*cveprogram.Record, error) { return h.program.Record(ctx, id) },
			func(f *facts, record *cveprogram.Record) { f.program = record })),
		upstream.Main(upstream.Part(srcNVD, nvdBudget,
			func(ctx context.Context) (*nvd.CVE, error) { return h.nvd.CVE(ctx, id) },
			func(f *facts, record *nvd.CVE) { f.nvd = record })),
		upstream.Part(srcEPSS, budget,
			func(ctx context.Context) (epss.Score, error) { return h.scoreOf(ctx, id) },
			func(f *facts, score epss.Score) { f.epss = &score }),
		upstream.Part(srcKEV, 0,
			func(context.Context) (*kev.Catalogue, error) { return h.kev.Catalogue(h.now()) },
			func(f *facts, list *kev.Catalogue) { f.kev = list }),
		upstream.Main(upstream.Part(srcGHSA, budget,
			func(ctx context.Context) ([]github.Advisory, error) { return h.githubOf(ctx, id) },
			func(f *facts, list []github.Advisory) { f.ghsa = list })),
		upstream.Main(upstream.Part(srcOSV, budget,
			func(ctx context.Context) ([]osv.Advisory, error) { return h.osvOf(ctx, id) },
			func(f *facts, list []osv.Advisory) { f.osv = list })),
	)

	return f, fused
}

// catalogued is KEV among the sources: stale, with its day, where its catalogue clears no CVE any more.
func (h *Handlers) catalogued(source gen.Source, list *kev.Catalogue) gen.Source {
	if list == nil || list.Clears {
		return source
	}
	return response.Until(source, list.Released, h.now(), 0)
}

// scoreLasts is how long a score holds: the chance of exploitation within 30 days, counted each day.
const scoreLasts = 30 * 24 * time.Hour

// scores are FIRST's of today.
func (h *Handlers) scores(ctx context.Context, ids ...string) (map[string]epss.Score, error) {
	scores, err := h.epss.Scores(ctx, ids...)
	for _, s := range scores {
		made, _ := time.Parse(time.DateOnly, s.Date) // zero where it has no day
		if old := upstream.TooOld(srcEPSS, made, h.now(), scoreLasts); old != nil {
			return nil, old
		}
	}
	return scores, err
}

func (h *Handlers) scoreOf(ctx context.Context, id string) (epss.Score, error) {
	scores, err := h.scores(ctx, id)
	if err != nil {
		return epss.Score{}, err
	}
	score, ok := scores[id]
	if !ok {
		return epss.Score{}, upstream.NotFound.Errorf("no score")
	}
	return score, nil
}

// githubOf are GitHub's advisories of the CVE that are in force.
func (h *Handlers) githubOf(ctx context.Context, id string) ([]github.Advisory, error) {
	list, err := h.github.AdvisoriesOfCVE(ctx, id)
	if err != nil {
		return nil, err
	}
	if list = inForce(list); len(list) == 0 {
		return nil, upstream.NotFound.Errorf("no advisory")
	}
	return list, nil
}

// inForce drops withdrawn advisories, and puts reviewed ones first.
func inForce(list []github.Advisory) []github.Advisory {
	list = slices.DeleteFunc(slices.Clone(list), func(a github.Advisory) bool { return a.WithdrawnAt != nil })
	slices.SortStableFunc(list, func(a, b github.Advisory) int { return reviewed(a) - reviewed(b) })
	return list
}

func reviewed(a github.Advisory) int {
	if a.Type == "reviewed" {
		return 0
	}
	return 1
}

// osvOf is OSV's record of the CVE. Where that names no package, as those made from NVD do not, the first of GitHub's advisories
// among its aliases comes after it.
func (h *Handlers) osvOf(ctx context.Context, id string) ([]osv.Advisory, error) {
	a, err := h.osv.Advisory(ctx, id)
	if err != nil {
		return nil, err
	}
	if a.Withdrawn != nil {
		return nil, upstream.NotFound.Errorf("withdrawn")
	}

	list := []osv.Advisory{*a}
	if slices.ContainsFunc(a.Affected, func(p osv.Affected) bool { return p.Package.Name != "" }) {
		return list, nil
	}

	at := slices.IndexFunc(a.Aliases, func(alias string) bool { return strings.HasPrefix(alias, "GHSA-") })
	if at < 0 {
		return list, nil
	}

	more, err := h.osv.Advisory(ctx, a.Aliases[at])
	switch {
	case errors.Is(err, upstream.NotFound):
		return list, nil
	case err != nil:
		return nil, err
	case more.Withdrawn == nil:
		list = append(list, *more)
	}

	return list, nil
}

// exists is true when a source has the id.
func (f *facts) exists() bool {
	return f.program != nil && f.program.Metadata.State != cveprogram.Reserved || f.nvd != nil || f.epss != nil || len(f.ghsa) > 0 || len(f.osv) > 0 || f.kev != nil && f.kev.Entry(f.id) != nil
}

func (f *facts) rejected() bool {
	if f.program != nil {
		return f.program.Metadata.State == cveprogram.Rejected
	}
	return f.nvd != nil && strings.EqualFold(f.nvd.Status, "Rejected")
}

// cna is the issuer's part of the record, empty for an id that is only reserved.
func (f *facts) cna() cveprogram.Container {
	if f.program == nil || f.program.Containers.CNA == nil {
		return cveprogram.Container{}
	}
	return *f.program.Containers.CNA
}

func (f *facts) disputed() bool {
	has := func(tags []string) bool {
		return slices.ContainsFunc(tags, func(t string) bool { return strings.EqualFold(t, "disputed") })
	}
	if f.program != nil && has(f.cna().Tags) {
		return true
	}
	return f.nvd != nil && slices.ContainsFunc(f.nvd.Tags, func(t nvd.Tag) bool { return has(t.Tags) })
}

// unenriched is true when NVD has the record without a score or another sign of its own analysis.
func (f *facts) unenriched() bool {
	if f.nvd == nil || f.nvd.Analysed() {
		return false
	}
	m := f.nvd.Metrics
	for _, list := range [][]nvd.Metric{m.V40, m.V31, m.V30, m.V2} {
		for _, one := range list {
			if one.Type == "Primary" {
				return false
			}
		}
	}
	return true
}

// kevBlock is what the catalogue says, or NVD's mark of listed records where that is newer than the catalogue at hand.
func (f *facts) kevBlock() gen.CVEKev {
	var block gen.CVEKev
	var e *kev.Entry
	if f.kev != nil {
		block.AsOf = response.Moment(&f.kev.Released)
		e = f.kev.Entry(f.id)
	}

	switch {
	case e != nil:
		block.Listed = new(true)
		block.KnownRansomwareUse = new(e.KnownRansomware())
		block.AddedDate = response.OrNull(e.Added)
		block.DueDate = response.OrNull(e.Due)
		block.RequiredAction = response.OrNull(e.RequiredAction)
	case f.listedSince():
		block.Listed = new(true)
		block.AddedDate = &f.nvd.ExploitAdded
	case f.kev != nil && f.kev.Clears:
		block.Listed = new(false)
		block.KnownRansomwareUse = new(false)
	}
	return block
}

// listedSince is whether NVD says that CISA listed the CVE, and the catalogue at hand cannot say otherwise.
func (f *facts) listedSince() bool {
	if f.nvd == nil || f.nvd.ExploitAdded == "" {
		return false
	}
	return f.kev == nil || !f.kev.Clears || f.nvd.ExploitAdded >= f.kev.Released.UTC().Format(time.DateOnly)
}

// epssBlock is FIRST's score, or GitHub's copy of it where FIRST was not able to answer.
func (f *facts) epssBlock(asked error) *gen.CVEEpss {
	if f.epss != nil {
		return &gen.CVEEpss{
			Probability: f.epss.Probability,
			Percentile:  f.epss.Percentile,
			ScoreDate:   response.OrNull(f.epss.Date),
			Source:      "first",
		}
	}

	if errors.Is(asked, upstream.NotFound) {
		return nil
	}

	for _, a := range f.ghsa {
		if e := a.EPSS; e != nil && e.Percentile > 0 && e.Percentile <= 1 && e.Probability >= 0 && e.Probability <= 1 {
			return &gen.CVEEpss{
				Probability: e.Probability,
				Percentile:  e.Percentile,
				Source:      "ghsa",
			}
		}
	}
	return nil
}

var cweForm = regexp.MustCompile(`^CWE-\d{1,6}$`)

// cwes are the weaknesses that any source names, by number.
func (f *facts) cwes() []string {
	out := []string{}
	put := func(id string) {
		if cweForm.MatchString(id) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}

	if f.program != nil {
		for _, c := range append([]cveprogram.Container{f.cna()}, f.program.Containers.ADP...) {
			for _, p := range c.Problems {
				for _, d := range p.Descriptions {
					put(d.CWE)
				}
			}
		}
	}

	if f.nvd != nil {
		for _, w := range f.nvd.Weaknesses {
			for _, d := range w.Description {
				put(d.Value)
			}
		}
	}

	for _, a := range f.ghsa {
		for _, c := range a.CWEs {
			put(c.ID)
		}
	}

	for _, a := range f.osv {
		for _, id := range a.Specific.CWEs {
			put(id)
		}
	}

	if f.kev != nil {
		if e := f.kev.Entry(f.id); e != nil {
			for _, id := range e.CWEs {
				put(id)
			}
		}
	}

	slices.SortFunc(out, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return out
}

// summary is the best short text: a title where there is one, else the description.
func (f *facts) summary() string {
	texts := response.Each(f.ghsa, func(a github.Advisory) string { return a.Summary })

	if f.program != nil {
		cna := f.cna()
		texts = append(texts, cna.Title)
		for _, d := range append(cna.Descriptions, cna.RejectedReasons...) {
			if strings.HasPrefix(strings.ToLower(d.Lang), "en") {
				texts = append(texts, d.Value)
			}
		}
	}

	if f.nvd != nil {
		for _, d := range f.nvd.Descriptions {
			if d.Lang == "en" {
				texts = append(texts, d.Value)
			}
		}
	}

	for _, a := range f.osv {
		texts = append(texts, a.Summary, a.Details)
	}

	for _, t := range texts {
		if t = strings.Join(strings.Fields(t), " "); t != "" {
			return shortened(t)
		}
	}

	return ""
}

// dates are those of the record, by the first source that has them.
func (f *facts) dates() (published, modified time.Time) {
	if f.program != nil {
		published = nvd.Time(f.program.Metadata.Published)
		modified = nvd.Time(f.program.Metadata.Updated)
	}
	if f.nvd != nil {
		published = cmp.Or(published, nvd.Time(f.nvd.Published))
		modified = cmp.Or(modified, nvd.Time(f.nvd.LastModified))
	}
	for _, a := range f.ghsa {
		published = cmp.Or(published, a.PublishedAt)
		modified = cmp.Or(modified, a.UpdatedAt)
	}
	for _, a := range f.osv {
		published = cmp.Or(published, a.Published)
		modified = cmp.Or(modified, a.Modified)
	}
	return published, modified
}

// maxReferences is how many links an answer has.
const maxReferences = 10

func (f *facts) references() []string {
	out := []string{}
	put := func(link string) {
		if len(out) < maxReferences && (strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "http://")) && !slices.Contains(out, link) {
			out = append(out, link)
		}
	}

	for _, a := range f.ghsa {
		put(a.HTMLURL)
	}

	if f.program != nil {
		for _, r := range f.cna().References {
			put(r.URL)
		}
	}

	if f.nvd != nil {
		for _, r := range f.nvd.References {
			put(r.URL)
		}
	}

	for _, a := range f.ghsa {
		for _, link := range a.References {
			put(link)
		}
	}

	for _, a := range f.osv {
		for _, r := range a.References {
			put(r.URL)
		}
	}

	return out
}
