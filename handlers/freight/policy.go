package freight

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
)

// policy is a filing in either form.
type policy struct {
	kind       gen.FreightPolicyType
	layer      *gen.FreightPolicyLayer
	form       string
	company    string
	number     string
	effective  time.Time
	filed      time.Time
	cancels    time.Time
	limit      *decimal.Decimal
	underlying *decimal.Decimal
	source     gen.FreightPolicySource
}

// slot is what one filing at a time is in force for.
func (p policy) slot() string { return string(p.kind) + "|" + string(response.OrZero(p.layer)) }

// identity tells filings apart: the number by its letters and digits alone, since tables write it differently.
func identity(kind gen.FreightPolicyType, number string, effective time.Time) string {
	return string(kind) + "|" + plain(number) + "|" + dateText(effective)
}

// inForce are the newest filings of each kind and layer that did not end. Filings that only the frozen file has are
// among them where Motus has none of their kind and layer.
func (f *facts) inForce(now time.Time) []policy {
	ended := map[string]bool{}
	ending := map[string]time.Time{}
	for _, e := range f.ended {
		key := identity(policyType(string(e.Type), string(e.Form)), string(e.Number), e.Effective.Day())
		switch day := e.Cancelled.Day(); {
		case day.IsZero() && isCancel(e), !day.IsZero() && !day.After(now):
			ended[key] = true
		case isCancel(e):
			ending[key] = day
		}
	}

	list := response.Each(f.policies, readPolicy)
	for _, row := range f.legacyPolicies {
		if p := readLegacyPolicy(row); p.cancels.IsZero() || p.cancels.After(now) {
			list = append(list, p)
		}
	}
	for i := range list {
		if day := ending[identity(list[i].kind, list[i].number, list[i].effective)]; !day.IsZero() {
			list[i].cancels = day
		}
	}
	list = slices.DeleteFunc(list, func(p policy) bool {
		return ended[identity(p.kind, p.number, p.effective)] || p.effective.After(now)
	})

	slices.SortStableFunc(list, func(a, b policy) int {
		return cmp.Or(
			cmp.Compare(b.source, a.source), // Motus before the frozen file
			b.effective.Compare(a.effective),
			b.filed.Compare(a.filed),
		)
	})
	taken := map[string]bool{}
	return slices.DeleteFunc(list, func(p policy) bool {
		again := taken[p.slot()]
		taken[p.slot()] = true
		return again
	})
}

func readPolicy(row fmcsa.Policy) policy {
	return policy{
		kind:       policyType(string(row.Type), string(row.Form)),
		layer:      layerOf(string(row.Class)),
		form:       string(row.Form),
		company:    string(row.Company),
		number:     string(row.Number),
		effective:  row.Effective.Day(),
		filed:      row.Filed.Day(),
		limit:      dollars(string(row.Limit)),
		underlying: dollars(string(row.Underlies)),
		source:     gen.FreightPolicySourceMotus,
	}
}

func readLegacyPolicy(row fmcsa.LegacyPolicy) policy {
	kind := gen.FreightPolicyTypeOther
	words := strings.ToUpper(string(row.Kind))
	for begin, k := range map[string]gen.FreightPolicyType{
		"BIPD":   gen.FreightPolicyTypeBipd,
		"CARGO":  gen.FreightPolicyTypeCargo,
		"SURETY": gen.FreightPolicyTypeBond,
		"TRUST":  gen.FreightPolicyTypeTrustFund,
	} {
		if strings.HasPrefix(words, begin) {
			kind = k
		}
	}

	layer := new(gen.Primary)
	if strings.Contains(words, "EXCESS") {
		layer = new(gen.Excess)
	}

	return policy{
		kind:      kind,
		layer:     layer,
		form:      string(row.Form),
		company:   string(row.Company),
		number:    string(row.Number),
		effective: row.Effective.Day(),
		cancels:   row.Cancelled.Day(),
		limit:     thousands(string(row.Limit)),
		source:    gen.FreightPolicySourceLegacy,
	}
}

// policyType reads Motus' code, else the form.
func policyType(code, form string) gen.FreightPolicyType {
	switch code {
	case "1":
		return gen.FreightPolicyTypeBipd
	case "2":
		return gen.FreightPolicyTypeCargo
	case "3":
		return gen.FreightPolicyTypeBond
	case "4":
		return gen.FreightPolicyTypeTrustFund
	}

	switch {
	case strings.HasPrefix(form, "BMC-91"):
		return gen.FreightPolicyTypeBipd
	case form == "BMC-34":
		return gen.FreightPolicyTypeCargo
	case form == "BMC-84":
		return gen.FreightPolicyTypeBond
	case form == "BMC-85":
		return gen.FreightPolicyTypeTrustFund
	}

	return gen.FreightPolicyTypeOther
}

func layerOf(class string) *gen.FreightPolicyLayer {
	switch class {
	case "P":
		return new(gen.Primary)
	case "E":
		return new(gen.Excess)
	}
	return nil
}

func isCancel(e fmcsa.EndedPolicy) bool {
	return strings.Contains(strings.ToUpper(string(e.Reason)), "CANCEL")
}

// sumOf is what the filings of Motus pay together: the primary one, or the excess one and what lies under it. Nil
// without any, because Motus leaves filings out.
func sumOf(policies []policy, now time.Time) *decimal.Decimal {
	var most *decimal.Decimal
	for _, p := range policies {
		counts := p.kind == gen.FreightPolicyTypeBipd && p.source == gen.FreightPolicySourceMotus && p.limit != nil
		if !counts || !p.cancels.IsZero() && !p.cancels.After(now) {
			continue
		}
		reach := *p.limit
		if p.underlying != nil {
			reach = reach.Add(*p.underlying)
		}
		if most == nil || reach.GreaterThan(*most) {
			most = &reach
		}
	}
	return most
}

// cancellations are the liability filings that end soon or ended lately and have no newer one of their layer.
func (f *facts) cancellations(now time.Time) []fmcsa.EndedPolicy {
	var found []fmcsa.EndedPolicy
	for _, e := range f.ended {
		day := e.Cancelled.Day()
		soon := !day.IsZero() && !day.After(now.Add(cancelAhead)) && day.After(now.Add(-cancelPast))
		// There is one row for each docket.
		if soon && isCancel(e) && f.isBIPD(e) && !f.replaced(e) && !slices.Contains(found, e) {
			found = append(found, e)
		}
	}
	return found
}

// lapsed is true when Motus saw the liability filing end since the other file stopped, and has no newer one.
func (f *facts) lapsed(now time.Time) bool {
	return slices.ContainsFunc(f.ended, func(e fmcsa.EndedPolicy) bool {
		day := e.Cancelled.Day()
		return f.isBIPD(e) && isCancel(e) && e.Class != "E" && day.After(fmcsa.Frozen) && !day.After(now) &&
			!f.replaced(e)
	})
}

func (f *facts) isBIPD(e fmcsa.EndedPolicy) bool {
	return policyType(string(e.Type), string(e.Form)) == gen.FreightPolicyTypeBipd
}

// replaced is true when there is a newer filing of the same layer that did not end itself.
func (f *facts) replaced(e fmcsa.EndedPolicy) bool {
	over := map[string]bool{}
	for _, other := range f.ended {
		kind := policyType(string(other.Type), string(other.Form))
		over[identity(kind, string(other.Number), other.Effective.Day())] = true
	}
	return slices.ContainsFunc(f.policies, func(row fmcsa.Policy) bool {
		p := readPolicy(row)
		return p.kind == gen.FreightPolicyTypeBipd && (row.Class == e.Class || e.Class == "") &&
			p.effective.After(e.Effective.Day()) && !over[identity(p.kind, p.number, p.effective)]
	})
}

// shown is a filing as answers give it.
func (p policy) shown() gen.FreightPolicy {
	number := response.OrNull(p.number)
	if strings.Trim(plain(p.number), "0") == "" || plain(p.number) == "NONE" {
		number = nil // what self-insurers write
	}
	return gen.FreightPolicy{
		Type:          p.kind,
		Layer:         p.layer,
		Form:          response.OrNull(p.form),
		Company:       response.OrNull(p.company),
		Policy:        number,
		EffectiveDate: response.Date(p.effective),
		CancelDate:    response.Date(p.cancels),
		LimitUSD:      response.NumberOrNull(p.limit),
		UnderlyingUSD: response.NumberOrNull(p.underlying),
		Source:        p.source,
	}
}
