package fraud

import (
	"context"
	"time"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// FraudScore answers GET /fraud/score. The two inputs are looked up side by side; one that nothing can be said about is left out
// of the score, and without either there is no answer.
func (h *Handlers) FraudScore(ctx context.Context, req gen.FraudScoreRequestObject) (gen.FraudScoreResponseObject, error) {
	p := req.Params
	if p.Email == nil && p.IP == nil {
		return nil, problem.InvalidCode("email", problem.CodeMissingInput, "email or ip must be given, or both")
	}
	answer := gen.FraudScore200JSONResponse{
		InputsScored: []gen.FraudScoreInputsScored{},
		Sources:      []shared.Source{},
		CheckedAt:    h.now().UTC().Truncate(time.Second),
		Disclaimer:   scoreDisclaimer,
	}
	claimed := response.OrZero(p.Country)
	answer.Query.Country = response.OrNull(claimed)

	var err error
	var box *address
	var asked []upstream.Source[func(*inputs)]
	if p.Email != nil {
		if box, err = parseAddress(*p.Email); err != nil {
			return nil, err
		}
		answer.Query.EmailDomain = &box.host.ASCII
		asked = append(asked, upstream.Part("email", 0,
			func(ctx context.Context) (*mailFacts, error) { return h.domain(ctx, box.host), nil },
			func(in *inputs, found *mailFacts) { in.mail = found }))
	}
	if p.IP != nil {
		ip, err := h.publicIP(*p.IP)
		if err != nil {
			return nil, err
		}
		text := ip.String()
		answer.Query.IP = &text
		asked = append(asked, upstream.Part("ip", 0,
			func(ctx context.Context) (*ipfacts.Facts, error) { return h.ips.Of(ctx, ip), nil },
			func(in *inputs, found *ipfacts.Facts) { in.ip = found }))
	}

	var found inputs
	fused := upstream.FuseInto(ctx, &found, asked...)
	if err := fused.Err(); err != nil {
		return nil, err
	}
	answer.Partial = fused.Partial()

	var unknown []string
	s := scorer{byDimension: map[gen.FraudReasonDimension][]gen.FraudReason{}}
	if mail := found.mail; mail != nil {
		local := addressReasons(box.local, h.Mail.Role(box.local))
		domain := h.domainReasons(box, mail)
		known := mail.delivery != nil || mail.disposable != nil || mail.ageDays != nil || len(domain) > 0
		if known {
			s.evaluate(gen.EmailDomain, domain)
		}
		if known || len(local) > 0 {
			answer.InputsScored = append(answer.InputsScored, gen.Email)
			s.evaluate(gen.EmailAddress, local)
		}
		unknown = append(unknown, mail.unknown...)
		answer.Partial = answer.Partial || mail.partial || maildomain.Dated.Past(h.now())
		answer.Sources = append(answer.Sources, mail.sources...)
		answer.Sources = append(answer.Sources, response.PastTables(h.now(), maildomain.Dated)...)
	}
	if facts := found.ip; facts != nil {
		answer.Sources = append(answer.Sources, h.sources(facts)...)
		unknown = append(unknown, unknownOf(facts, claimed)...)
		answer.Partial = answer.Partial || facts.Partial || ipfacts.Dated.Past(h.now())
		if facts.Nothing == nil {
			answer.InputsScored = append(answer.InputsScored, gen.IP)
			s.address(facts, claimed)
		}
	}
	if len(answer.InputsScored) == 0 {
		return nil, found.silence()
	}

	answer.AsOf = response.AsOf(answer.Sources)
	answer.Dimensions = s.dimensions()
	answer.Reasons = sorted(s.reasons)
	answer.RiskScore = combine(s.reasons)
	answer.RiskCategory = category(answer.RiskScore, unknown)
	return answer, nil
}

// inputs are what was found out about each input; nil is one that was not given.
type inputs struct {
	mail *mailFacts
	ip   *ipfacts.Facts
}

// silence is why nothing can be said about any input.
func (in *inputs) silence() error {
	switch {
	case in.mail != nil && in.mail.silent != nil:
		return in.mail.silent
	case in.ip != nil && in.ip.Nothing != nil:
		return in.ip.Nothing
	}
	return upstream.Unavailable.Errorf("nothing could be found out about the inputs")
}

// scorer collects the findings by dimension. A dimension that was evaluated has an entry, be it an empty one.
type scorer struct {
	byDimension map[gen.FraudReasonDimension][]gen.FraudReason
	reasons     []gen.FraudReason
}

func (s *scorer) evaluate(d gen.FraudReasonDimension, reasons []gen.FraudReason) {
	s.byDimension[d] = append(s.byDimension[d], reasons...)
	s.reasons = append(s.reasons, reasons...)
}

// address evaluates what is known about an IP address.
func (s *scorer) address(f *ipfacts.Facts, claimed string) {
	if f.Network || f.Table || f.Datacenter != nil {
		s.evaluate(gen.IPNetwork, nil)
	}
	if f.TorExit != nil || f.Blocklists != nil {
		s.evaluate(gen.IPReputation, nil)
	}
	if placed(f, claimed) {
		s.evaluate(gen.Geo, nil)
	}
	for _, r := range ipReasons(f, claimed) {
		s.evaluate(r.Dimension, []gen.FraudReason{r})
	}
}

func (s *scorer) dimension(d gen.FraudReasonDimension) *gen.FraudDimension {
	reasons, evaluated := s.byDimension[d]
	if !evaluated {
		return nil
	}
	out := &gen.FraudDimension{Score: combine(reasons)}
	out.Signals = response.Items(response.Each(sorted(reasons), func(r gen.FraudReason) string { return r.Signal }))
	return out
}

func (s *scorer) dimensions() gen.FraudDimensions {
	return gen.FraudDimensions{
		IPNetwork: s.dimension(gen.IPNetwork), IPReputation: s.dimension(gen.IPReputation), Geo: s.dimension(gen.Geo),
		EmailDomain: s.dimension(gen.EmailDomain), EmailAddress: s.dimension(gen.EmailAddress),
	}
}
