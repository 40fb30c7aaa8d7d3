package freight

import (
	"cmp"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
)

// Minimum cover for liability, in dollars (49 CFR 387.9 and 387.33).
const (
	minimumGeneral   = 750_000
	minimumOil       = 1_000_000
	minimumHazmat    = 1_000_000
	minimumFewSeats  = 1_500_000
	minimumManySeats = 5_000_000
)

// How far a cancellation is looked for: those to come, and those that took effect.
const (
	cancelAhead = 30 * 24 * time.Hour
	cancelPast  = 60 * 24 * time.Hour
)

// minimum is the least cover for a haul. Of buses, whose seats nobody publishes, a carrier with buses is taken to have
// sixteen and more.
func (f *facts) minimum(h haul) decimal.Decimal {
	switch h {
	case gen.FreightVerdictQueryHaulTypeOil:
		return decimal.NewFromInt(minimumOil)
	case gen.FreightVerdictQueryHaulTypeHazmat:
		return decimal.NewFromInt(minimumHazmat)
	case gen.FreightVerdictQueryHaulTypePassengers:
		if len(f.census) > 0 {
			if buses := f.census[0].Buses.Count(); buses != nil && *buses > 0 {
				return decimal.NewFromInt(minimumManySeats)
			}
		}
		return decimal.NewFromInt(minimumFewSeats)
	}
	return decimal.NewFromInt(minimumGeneral)
}

// cover is the liability insurance on file by the sources.
type cover struct {
	minimum  decimal.Decimal
	filed    *decimal.Decimal // what FMCSA wants of this carrier
	onFile   *decimal.Decimal // nil: not known
	source   *gen.FreightInsuranceBipdSource
	least    *decimal.Decimal // of the sources of today
	disputed bool             // some of them have enough, some do not
	dated    bool             // known from the frozen file alone
	ended    bool             // known from a cancellation alone
	unasked  bool             // a source that decides did not answer
	values   []gen.FreightConflict_Values
}

// bipd weighs what is on file. Motus' own figure comes first, then the live system's, then the policies in Motus. A
// policy that is not in Motus is no proof that there is none. The frozen file counts last.
func (f *facts) bipd(h haul, s standing, policies []policy, now time.Time) cover {
	c := cover{minimum: f.minimum(h)}
	kind := wanted(h)
	motus := f.motusOnFile(kind)
	if s.another {
		motus = nil // it is of the docket that is not in force
	}
	var live *decimal.Decimal
	if f.live != nil {
		live = thousands(string(f.live.BIPDOnFile))
		c.filed = thousands(string(f.live.BIPDRequired))
	}
	sum := sumOf(policies, now)
	c.filed = cmp.Or(f.motusWanted(kind), c.filed)
	c.unasked = motus == nil && live == nil && (!f.answered(srcAuthority) || !f.answered(srcInsuranceHistory))

	put := func(value *decimal.Decimal, source gen.FreightInsuranceBipdSource, name string) {
		if value == nil {
			return
		}
		c.values = append(c.values, gen.FreightConflict_Values{
			Source: name,
			Value:  value.String(),
		})
		if c.onFile == nil {
			c.onFile = value
			c.source = new(source)
		}
	}
	put(motus, gen.FreightInsuranceBipdSourceMotus, srcAuthority)
	put(live, gen.FreightInsuranceBipdSourceQcmobile, srcQC)
	put(sum, gen.FreightInsuranceBipdSourceMotusPolicies, srcInsurance)
	if c.onFile != nil {
		c.weigh(motus, live, sum)
		return c
	}

	if lapsed := f.lapsed(now); lapsed {
		c.ended = true
		put(new(decimal.Zero), gen.FreightInsuranceBipdSourceMotusCancellation, srcInsuranceHistory)
	} else {
		put(f.legacyOnFile(kind), gen.FreightInsuranceBipdSourceLegacy, srcLegacyAuthority)
		c.dated = c.onFile != nil
	}
	c.least = c.onFile
	return c
}

// weigh finds the least of what sources of today have, and whether they disagree on its being enough.
func (c *cover) weigh(motus, live, sum *decimal.Decimal) {
	enough := func(d *decimal.Decimal) bool { return d != nil && d.GreaterThanOrEqual(c.minimum) }
	c.least = c.onFile
	for _, value := range []*decimal.Decimal{motus, live} {
		if value != nil && value.LessThan(*c.least) {
			c.least = value
		}
	}
	c.disputed = !enough(c.least) && (enough(motus) || enough(live) || enough(sum))
}

// motusOnFile is the figure of Motus: that of an active authority of the kind, else of any that hauls.
func (f *facts) motusOnFile(kind gen.FreightAuthorityKind) *decimal.Decimal {
	return f.ofMotus(kind, func(a fmcsa.Authority) fmcsa.Text { return a.BIPDOnFile })
}

func (f *facts) motusWanted(kind gen.FreightAuthorityKind) *decimal.Decimal {
	return f.ofMotus(kind, func(a fmcsa.Authority) fmcsa.Text { return a.MinCoverage })
}

func (f *facts) ofMotus(kind gen.FreightAuthorityKind, column func(fmcsa.Authority) fmcsa.Text) *decimal.Decimal {
	var found *decimal.Decimal
	rank := 0
	for _, a := range f.authorities {
		own := kindOf(string(a.Type))
		value := dollars(string(column(a)))
		if !carries(own) || value == nil {
			continue
		}
		points := 1
		if own == kind {
			points += 2
		}
		if status := statusOf(a.Status); status != nil && *status == gen.FreightAuthorityStatusActive {
			points++
		}
		if points > rank || points == rank && value.GreaterThan(*found) {
			found = value
			rank = points
		}
	}

	return found
}

// legacyOnFile is the figure of the frozen file.
func (f *facts) legacyOnFile(kind gen.FreightAuthorityKind) *decimal.Decimal {
	var found *decimal.Decimal
	for _, a := range f.legacy {
		value := thousands(string(a.BIPDOnFile))
		hauls := slices.ContainsFunc(legacyListed(a), func(l gen.FreightAuthority) bool { return l.Kind == kind })
		if value != nil && hauls && (found == nil || value.GreaterThan(*found)) {
			found = value
		}
	}
	return found
}

// flags are whether cover for cargo and a bond are wanted and on file, by the first source that tells.
func (f *facts) flags(h haul) (cargoRequired, cargoOnFile, bondRequired, bondOnFile *bool) {
	kind := wanted(h)
	for _, a := range f.authorities {
		if kindOf(string(a.Type)) == kind {
			return a.CargoRequired.Flag(), onFile(a.CargoOnFile), a.BondRequired.Flag(), onFile(a.BondOnFile)
		}
	}
	if f.live != nil {
		live := func(t string) *bool { return onFile(fmcsa.Text(t)) }
		return fmcsa.Text(f.live.CargoRequired).Flag(), live(string(f.live.CargoOnFile)),
			fmcsa.Text(f.live.BondRequired).Flag(), live(string(f.live.BondOnFile))
	}
	for _, a := range f.legacy {
		return a.CargoRequired.Flag(), onFile(a.CargoOnFile), a.BondRequired.Flag(), onFile(a.BondOnFile)
	}
	return nil, nil, nil, nil
}

// onFile reads a mark, or an amount.
func onFile(t fmcsa.Text) *bool {
	if flag := t.Flag(); flag != nil {
		return flag
	}
	if amount, ok := t.Number(); ok {
		return new(amount > 0)
	}
	return nil
}
