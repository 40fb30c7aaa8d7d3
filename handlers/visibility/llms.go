package visibility

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/visibility"
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/llmstxt"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// AeoLlms answers GET /aeo/llms: a site's llms.txt, read and checked. A missing file is an answer.
func (h *Handlers) AeoLlms(ctx context.Context, req gen.AeoLlmsRequestObject) (gen.AeoLlmsResponseObject, error) {
	host, err := h.siteHost(req.Params.Domain)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, auditBudget)
	defer cancel()
	files, err := onSite(ctx, host, func(ctx context.Context, at string) (*llmsFiles, error) {
		files := h.llmsFiles(ctx, at, true)
		return files, files.err
	})
	if err != nil {
		return nil, fetch.Problem(err, "domain")
	}
	return gen.AeoLlms200JSONResponse(llmsAnswer(host, files)), nil
}

// llmsFiles are a site's llms.txt and related files.
type llmsFiles struct {
	err         error // llms.txt could not be fetched, so nothing is known
	refused     error // the server refused to serve llms.txt: there may be one
	found       bool
	tooLarge    bool
	location    string // after redirects
	status      int
	contentType string
	bytes       *int // nil if nothing countable was returned
	fetchedAt   time.Time
	file        *llmstxt.File // empty when not found
	findings    []finding.Finding
	score       int
	full        textFile
	fullAt      string
	wellKnown   textFile
	aiTxt       textFile
	sources     []shared.Source
}

// textFile is a text file that may exist.
type textFile struct {
	found bool
	bytes int   // 0 if it is larger than what is read
	err   error // it could not be fetched, so nothing is known
}

// isThere is whether the file exists, or nil if unknown.
func (f textFile) isThere() *bool {
	if f.err != nil {
		return nil
	}
	return &f.found
}

// source is the file among the sources of an answer.
func (f textFile) source(name, location string, at time.Time) shared.Source {
	err := f.err
	if err == nil && !f.found {
		err = errNone
	}
	return response.Fetched(name, location, at, err)
}

// llmsFiles fetches llms.txt and llms-full.txt and, for all, the other usual places of such files. The files are
// made for machines, so robots.txt is not consulted.
func (h *Handlers) llmsFiles(ctx context.Context, at string, all bool) *llmsFiles {
	f := &llmsFiles{
		location:  at + "/llms.txt",
		fullAt:    at + "/llms-full.txt",
		file:      &llmstxt.File{},
		fetchedAt: h.now().UTC(),
	}
	got, err := h.fetcher.Get(ctx, fetch.Request{
		URL:          f.location,
		For:          fetch.ForText,
		Statuses:     fetch.AnyStatus,
		IgnoreRobots: true,
		KeepRaw:      true,
	})
	switch kind := kindOf(err); {
	case err == nil && (got.Status >= 500 || got.Status == http.StatusTooManyRequests):
		f.err = &fetch.Error{
			Kind:   fetch.KindStatus,
			Host:   fetch.HostOf(got.FinalURL),
			Status: got.Status,
		}
	case kind == fetch.KindTooLarge:
		f.tooLarge = true
	case kind == fetch.KindRedirects: // leads nowhere
	case err != nil:
		f.err = err
	default:
		f.read(got)
	}
	main := textFile{found: f.found || f.tooLarge, err: cmp.Or(f.err, f.refused)}
	f.sources = []shared.Source{main.source(srcLLMs, f.location, f.fetchedAt)}
	if f.err != nil {
		return f
	}

	f.readOthers(ctx, h, at, all)
	switch {
	case f.refused != nil:
		f.findings = llmstxt.Refused()
	case !f.found:
		f.findings = llmstxt.Missing()
	default:
		f.findings = llmstxt.Score(f.file, llmstxt.Found{
			Bytes:       *f.bytes,
			ContentType: f.contentType,
			UTF8:        utf8.Valid(got.Raw),
			BOM:         bytes.HasPrefix(got.Raw, []byte("\uFEFF")),
			Host:        fetch.HostOf(f.location),
			Full:        f.full.found,
			FullUnknown: f.full.err != nil,
		})
	}
	f.score = finding.Total(f.findings)
	return f
}

func (f *llmsFiles) read(got *fetch.Page) {
	f.location = got.FinalURL
	f.status = got.Status
	f.contentType = got.ContentType
	f.bytes = new(len(got.Raw))
	f.fetchedAt = got.FetchedAt
	f.refused = refusal(got)
	if f.found = isTextFile(got); f.found {
		f.file = llmstxt.Parse(string(got.Body), got.FinalURL)
	}
}

// refusal is the error of a server that does not say whether the file exists: among the statuses from 400, only 404
// and 410 mean that it does not.
func refusal(got *fetch.Page) error {
	none := got.Status == http.StatusNotFound || got.Status == http.StatusGone
	if got.Status < http.StatusBadRequest || none {
		return nil
	}

	return &fetch.Error{
		Kind:   fetch.KindStatus,
		Host:   fetch.HostOf(got.FinalURL),
		Status: got.Status,
	}
}

// isTextFile reports whether the answer is a text file rather than a "not found" page.
func isTextFile(got *fetch.Page) bool {
	body := bytes.TrimSpace(got.Body)
	isText := got.Text && (got.ContentType == "" || strings.HasPrefix(got.ContentType, "text/"))
	isPage := bytes.HasPrefix(body, []byte("<")) && (got.ContentType == "text/html" || htmlpage.LooksLikeHTML(body))
	return got.Status == http.StatusOK && isText && len(body) > 0 && !isPage
}

// readOthers looks for the other files in parallel.
func (f *llmsFiles) readOthers(ctx context.Context, h *Handlers, at string, all bool) {
	type other struct {
		name, location string
		to             *textFile
	}
	others := []other{{srcLLMsFull, f.fullAt, &f.full}}
	if all {
		others = append(others,
			other{srcWellKnown, at + "/.well-known/llms.txt", &f.wellKnown},
			other{srcAI, at + "/ai.txt", &f.aiTxt},
		)
	}

	asked := make([]upstream.Source[textFile], len(others))
	for i, o := range others {
		asked[i] = upstream.Source[textFile]{
			Name: o.name,
			Call: func(ctx context.Context) (textFile, error) { return h.textFile(ctx, o.location), nil },
		}
	}
	for i, outcome := range upstream.Fuse(ctx, asked...) {
		o := others[i]
		*o.to = outcome.Value
		if outcome.Err != nil {
			o.to.err = outcome.Err
		}
		f.sources = append(f.sources, o.to.source(o.name, o.location, h.now()))
	}
}

func (h *Handlers) textFile(ctx context.Context, location string) textFile {
	got, err := h.fetcher.Get(ctx, fetch.Request{
		URL:          location,
		For:          fetch.ForPage,
		Statuses:     fetch.Below500,
		IgnoreRobots: true,
	})

	switch {
	case kindOf(err) == fetch.KindTooLarge:
		return textFile{found: true}
	case kindOf(err) == fetch.KindRedirects, isBadURL(err):
		return textFile{}
	case err != nil:
		return textFile{err: err}
	case !isTextFile(got):
		return textFile{err: refusal(got)}
	}

	got.Done()
	return textFile{found: true, bytes: len(got.Body)}
}

func llmsAnswer(host string, f *llmsFiles) gen.VisibilityLLMs {
	a := gen.VisibilityLLMs{
		Domain:      host,
		URL:         f.location,
		HTTPStatus:  response.OrNull(f.status),
		ContentType: response.OrNull(f.contentType),
		Bytes:       f.bytes,
		Title:       response.OrNull(f.file.Title),
		Summary:     response.OrNull(f.file.Summary),
		Details:     response.OrNull(f.file.Details),
		Sections:    []gen.VisibilityLLMs_Sections{},
		LlmsFull: gen.VisibilityLLMs_LlmsFull{
			Found: f.full.isThere(),
			URL:   f.fullAt,
			Bytes: response.OrNull(f.full.bytes),
		},
		WellKnownFound: f.wellKnown.isThere(),
		AiTxtFound:     f.aiTxt.isThere(),
		Errors:         []gen.VisibilityLineProblem{},
		Warnings:       []gen.VisibilityLineProblem{},
		Rules:          rules(f.findings),
		Truncated:      f.file.Cut,
		Sources:        f.sources,
		Partial:        response.Partial(f.sources),
		FetchedAt:      f.fetchedAt,
	}

	if f.refused == nil {
		a.Found = &f.found
		a.Valid = new(f.found && f.file.Valid())
		a.Score = &f.score
		a.Grade = new(gen.VisibilityLLMsGrade(finding.Grade(f.score)))
	}

	for _, s := range f.file.Sections {
		section := gen.VisibilityLLMs_Sections{
			Name:     s.Name,
			Optional: s.Optional,
			Line:     s.Line,
			Links:    []gen.VisibilityLLMs_Sections_Links{},
		}
		for _, l := range s.Links {
			section.Links = append(section.Links, gen.VisibilityLLMs_Sections_Links{
				Title: l.Title,
				URL:   l.URL,
				Notes: response.OrNull(l.Notes),
				Line:  l.Line,
			})
		}
		a.LinkCount += len(s.Links)
		a.Sections = append(a.Sections, section)
	}

	a.Errors, a.Warnings = parted(f.file.Problems, a.Errors, a.Warnings)

	if !f.found {
		a.Errors = append(a.Errors, notFound(f))
	}
	return a
}

// parted adds the errors and the warnings among the problems of a file.
func parted(
	problems []finding.Problem, errors, warnings []gen.VisibilityLineProblem,
) (_, _ []gen.VisibilityLineProblem) {
	for _, p := range problems {
		line := gen.VisibilityLineProblem{
			Line:   response.OrNull(p.Line),
			Code:   p.Code,
			Detail: p.Detail,
		}
		if p.Error {
			errors = append(errors, line)
		} else {
			warnings = append(warnings, line)
		}
	}
	return errors, warnings
}

// notFound says why llms.txt is missing or unavailable.
func notFound(f *llmsFiles) gen.VisibilityLineProblem {
	switch {
	case f.refused != nil:
		return gen.VisibilityLineProblem{
			Code:   "refused",
			Detail: fmt.Sprintf("the server answers %d to our crawler, and so probably to others", f.status),
		}
	case f.tooLarge:
		return gen.VisibilityLineProblem{Code: "too_large", Detail: "llms.txt is larger than 1 MiB"}
	case f.status == 0:
		return gen.VisibilityLineProblem{Code: "redirect_loop", Detail: "llms.txt redirects in a circle or too often"}
	case f.status == http.StatusOK && *f.bytes == 0:
		return gen.VisibilityLineProblem{Code: "empty", Detail: "llms.txt is empty"}
	case f.status == http.StatusOK:
		return gen.VisibilityLineProblem{Code: "not_text", Detail: "what is at /llms.txt is an HTML page or no text"}
	}
	return gen.VisibilityLineProblem{Code: "not_found", Detail: "there is no llms.txt"}
}
