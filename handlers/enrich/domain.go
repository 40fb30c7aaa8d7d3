package enrich

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
)

// budget bounds each block.
const budget = 6 * time.Second

var allBlocks = []gen.EnrichDomainParamsInclude{
	gen.EnrichDomainParamsIncludeRegistration, gen.EnrichDomainParamsIncludeDNS, gen.EnrichDomainParamsIncludeTLS,
	gen.EnrichDomainParamsIncludeWeb, gen.EnrichDomainParamsIncludeTech,
}

// part puts one block into the answer.
type part = func(*gen.EnrichDomain200JSONResponse)

// EnrichDomain answers GET /enrich/domain. The blocks are gathered side by side, each within its budget; one that fails is null
// and named in the summary. An answer without any block is not sold.
func (h *Handlers) EnrichDomain(ctx context.Context, req gen.EnrichDomainRequestObject) (gen.EnrichDomainResponseObject, error) {
	host, err := h.publicHost(req.Params.Domain)
	if err != nil {
		return nil, err
	}
	wanted := req.Params.Include
	if len(wanted) == 0 {
		wanted = allBlocks
	}
	// web and tech read the same page.
	page := sync.OnceValues(func() (*findings, error) {
		ctx, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		return h.homePage(ctx, host)
	})
	var sources []upstream.Source[part]
	for _, block := range allBlocks {
		if slices.Contains(wanted, block) {
			sources = append(sources, upstream.Source[part]{Name: string(block), Budget: budget, Call: func(ctx context.Context) (part, error) {
				return h.block(ctx, block, host, page)
			}})
		}
	}

	answer := gen.EnrichDomain200JSONResponse{
		Domain:      host.Registrable,
		Queried:     host.ASCII,
		HostedUnder: response.OrNull(hostname.PrivateSuffix(host.ASCII)),
	}
	fused := upstream.FuseInto(ctx, &answer, sources...)
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return nil, err
	}

	answer.Summary.SourcesRequested = len(sources)
	answer.Summary.Errors = []gen.EnrichError{}
	mail := slices.Contains(wanted, gen.EnrichDomainParamsIncludeDNS)
	answer.Summary.Partial = answer.Summary.Partial || fused.Partial() || mail && maildomain.Dated.Past(h.now())
	for _, outcome := range fused {
		if outcome.Err != nil {
			code, message := failure(outcome.Err)
			answer.Summary.Errors = append(answer.Summary.Errors, gen.EnrichError{
				Block:   gen.EnrichErrorBlock(outcome.Name),
				Code:    code,
				Message: message,
			})
			continue
		}
		answer.Summary.SourcesOk++
	}
	if answer.Summary.SourcesOk == 0 {
		return nil, noBlock(fused, answer.Summary)
	}
	if host.IsSuffix() && answer.TLS == nil && answer.Web == nil && (answer.DNS == nil || !answer.DNS.Resolves) {
		return nil, problem.Invalid("domain", "%s is a public suffix without a site: give a name under it", host.ASCII)
	}
	return answer, nil
}

// rest is how long a caller is asked to stay away when no block could be gathered.
const rest = time.Minute

// noBlock is the error of an answer without any block, with the reason of each.
func noBlock(fused upstream.Fused[part], summary gen.EnrichDomain_Summary) error {
	p := problem.Unavailable(problem.CodeUpstreamFailed, rest, "none of the blocks could be gathered; errors says why")
	if !fused.Partial() { // nobody can be asked, now or later
		p = problem.NotFound("domain", "there is no source for the requested blocks; errors says why")
	}
	return p.With("errors", summary.Errors)
}

func (h *Handlers) block(
	ctx context.Context,
	block gen.EnrichDomainParamsInclude,
	host *hostname.Host,
	page func() (*findings, error),
) (part, error) {
	switch block {
	case gen.EnrichDomainParamsIncludeRegistration:
		r, odd, err := h.registration(ctx, host.Registrable)
		return func(a *gen.EnrichDomain200JSONResponse) {
			a.Registration = r
			a.Summary.Partial = odd
		}, err
	case gen.EnrichDomainParamsIncludeDNS:
		d, err := h.records(ctx, host)
		return func(a *gen.EnrichDomain200JSONResponse) { a.DNS = d }, err
	case gen.EnrichDomainParamsIncludeTLS:
		chain, err := h.TLS.Read(ctx, host.ASCII)
		if err != nil {
			return nil, err
		}
		return func(a *gen.EnrichDomain200JSONResponse) { a.TLS = h.certificate(chain, host) }, nil
	}

	found, err := page()
	if err != nil {
		return nil, err
	}
	if block == gen.EnrichDomainParamsIncludeTech {
		return func(a *gen.EnrichDomain200JSONResponse) { a.Tech = found.tech }, nil
	}

	return func(a *gen.EnrichDomain200JSONResponse) { a.Web = found.web }, nil
}

// publicHost reads a domain that can be public. Names that never are would only tell about the network that this service is in.
func (h *Handlers) publicHost(input string) (*hostname.Host, error) {
	host, err := hostname.ParseSite(input)
	if err != nil {
		return nil, problem.Invalid("domain", "domain must be a domain, host name or URL: %v", err)
	}
	if host.IP {
		return nil, problem.Invalid("domain", "domain must be a name, not an IP address")
	}
	if fetch.ReservedName(host.ASCII) {
		return nil, problem.Invalid("domain", "domain must be a public name, not one under .%s", host.Suffix)
	}
	return host, nil
}

// failure says why a block is null: a stable word and a sentence. Neither holds what a stranger's server said.
func failure(err error) (code, message string) {
	var page *fetch.Error
	var refused *fetch.BadURL
	var busy *problem.Problem
	switch {
	case errors.As(err, &busy):
		return busy.Code, "There was no place here to read the page."
	case errors.Is(err, errContradicted):
		return "contradicted", "The registry says that there is no such domain, but the DNS has it."
	case errors.Is(err, rdap.ErrNoService):
		return "no_rdap_service", "The registry of this domain has no RDAP service, or the name is a public suffix, which has no registration."
	case errors.Is(err, dnslookup.Timeout), errors.Is(err, context.DeadlineExceeded):
		return "timeout", "There was no answer in time."
	case errors.Is(err, dnslookup.Failed), errors.Is(err, dnslookup.BadName):
		return "dns_failed", "The DNS lookup failed."
	case errors.Is(err, tlsinfo.ErrHandshake):
		return "tls_failed", "The host does not speak TLS on port 443."
	case errors.As(err, &refused):
		if refused.Rule == fetch.RulePrivateAddress {
			return "private_address", "The host leads to an address that is not public."
		}
		return string(refused.Rule), "The host may not be fetched: it " + refused.Detail + "."
	case errors.As(err, &page):
		return string(page.Kind), pageFailure(page)
	}

	switch upstream.KindOf(err) {
	case upstream.RateLimited:
		return "rate_limited", "The registry's limit is used up for the moment."
	case upstream.Unavailable:
		return "unavailable", "The registry could not be reached."
	case upstream.Invalid:
		return "refused", "The registry refuses the question."
	case upstream.NotConfigured:
		return "not_configured", "The operator has switched the source off."
	}

	return "bad_response", "The source's answer could not be read."
}

// pageFailures say in words why a page could not be read.
var pageFailures = map[fetch.Kind]string{
	fetch.KindRobots:    "The site's robots.txt does not allow it.",
	fetch.KindDNS:       "The host has no address.",
	fetch.KindConnect:   "No connection could be made.",
	fetch.KindTLS:       "The TLS connection failed.",
	fetch.KindTimeout:   "There was no answer in time.",
	fetch.KindTooLarge:  "The page is too large.",
	fetch.KindRedirects: "The page redirects in a circle or too often.",
	fetch.KindBusy:      "Too many requests are waiting for this host.",
}

func pageFailure(e *fetch.Error) string {
	return cmp.Or(pageFailures[e.Kind], "The host's answer could not be read.")
}
