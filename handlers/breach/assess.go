package breach

import (
	"context"
	"fmt"
	"time"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/hibp"
	"github.com/farebox/farebox/internal/upstream/pwnedpasswords"
)

// The two sources of the score, as the answer names them.
const (
	passwordSource = "pwned_passwords"
	siteSource     = "hibp_breaches"
)

// publicPages are the sources' pages for people.
var publicPages = map[string]string{
	passwordSource: "https://haveibeenpwned.com/Passwords",
	siteSource:     "https://haveibeenpwned.com/PwnedWebsites",
}

// siteBudget is the time limit for the lookup of the site.
const siteBudget = 8 * time.Second

// recent is how many months a breach with passwords weighs more.
const recent = 24

// BreachAssess answers POST /breach/assess: it looks up the password's and the site's part of the score in
// parallel. Without the password's part there is no answer; without the site's part the answer is partial.
func (h *Handlers) BreachAssess(
	ctx context.Context,
	req gen.BreachAssessRequestObject,
) (gen.BreachAssessResponseObject, error) {
	b := req.Body
	mode, hash, err := secret{b.Password, b.Sha1, b.Ntlm, b.Hash}.lookup()
	if err != nil {
		return nil, err
	}
	sources := []upstream.Source[func(*lookedUp)]{upstream.Part(passwordSource, 0,
		func(ctx context.Context) (pwnedpasswords.Range, error) { return h.passwords.Look(ctx, mode, hash) },
		func(l *lookedUp, r pwnedpasswords.Range) { l.password = r })}
	var domain string
	if b.Domain != nil {
		if domain, err = registrable(*b.Domain); err != nil {
			return nil, err
		}
		sources = append(sources, upstream.Part(siteSource, siteBudget,
			func(ctx context.Context) ([]hibp.Breach, error) {
				list, _, err := h.breaches.OfDomain(ctx, domain)
				return list, err
			},
			func(l *lookedUp, list []hibp.Breach) {
				l.site = list
				l.siteChecked = true
			}))
	}

	var found lookedUp
	fused := upstream.FuseInto(ctx, &found, sources...)
	if err := fused.Failure(passwordSource); err != nil {
		return nil, err
	}

	points := found.points(h.now())
	tally := found.tally(domain != "")
	score, why := tally.Risk(points.Sum()) // never null: the password alone is more than half
	return gen.BreachAssess200JSONResponse{
		AtoRiskScore:        *score,
		RiskCategory:        (*gen.BreachAssessmentRiskCategory)(tally.Band(scored.Quarters, score)),
		PasswordCompromised: found.password.Count > 0,
		PasswordBreachCount: found.password.Count,
		HashPrefix:          hash[:pwnedpasswords.PrefixLength],
		HashMode:            gen.BreachAssessmentHashMode(mode),
		Domain:              response.OrNull(domain),
		Reasons:             append(points.Reasons, why...),
		Coverage:            tally.Coverage(),
		Sources:             asked(fused, domain),
		Partial:             fused.Partial(),
		Attribution:         hibp.Provider.Attribution,
		Disclaimer:          disclaimer,
	}, nil
}

// asked are both sources; the site's is skipped if no site was given.
func asked(fused upstream.Fused[func(*lookedUp)], domain string) []shared.Source {
	list := response.Sources(fused)
	if domain == "" {
		list = append(list, response.Skipped(siteSource, "no domain was given"))
	}
	for i := range list {
		list[i].URL = response.OrNull(publicPages[list[i].Name])
	}
	return list
}

// lookedUp is the input of the score.
type lookedUp struct {
	password    pwnedpasswords.Range
	site        []hibp.Breach
	siteChecked bool
}

// The maximum points of the two parts.
const (
	mostPassword = 90
	mostSite     = 25
)

// tally lists the judged parts. The password's is always one; the site's is one if it was requested.
func (l *lookedUp) tally(site bool) *scored.Tally {
	var tally scored.Tally
	tally.Part("password", mostPassword, true)
	if site {
		tally.Part("site", mostSite, l.siteChecked)
	}
	return &tally
}

// severities are the reasons' severities by points.
var severities = scored.Severities{Medium: 20, High: 45}

// points are the parts of the score: one for the password, and the heaviest for the site.
func (l *lookedUp) points(now time.Time) scored.Points {
	points := scored.Points{
		Severities: severities,
		Reasons:    []shared.Reason{},
	}
	if n := l.password.Count; n > 0 {
		points.Add("password_in_breaches", passwordPoints(n), "The password was seen %s in data breaches.", times(n))
	}

	var worst siteFinding
	since := now.AddDate(0, -recent, 0).Format(time.DateOnly)
	for _, b := range items(l.site) { // newest first, so that the newest of equal weight is reported
		if b.IsFabricated {
			continue // nothing of it may be the site's
		}
		found := judgeSite(b, since)
		if !b.IsVerified {
			found.points /= 2
			found.detail += " The breach is not verified."
		}
		if found.points > worst.points {
			worst = found
		}
	}
	if worst.points > 0 {
		points.Add(worst.code, worst.points, "%s", worst.detail)
	}
	return points
}

// siteFinding is a breach's contribution to the score.
type siteFinding struct {
	code   string
	points float64
	detail string
}

// judgeSite weighs a breach of the site. Passwords leaked since that day weigh more.
func judgeSite(b gen.BreachItem, since string) siteFinding {
	switch {
	case b.IsStealerLog:
		return siteFinding{"site_in_stealer_log", mostSite,
			"Accounts of the site are in logs of password-stealing malware" + on(b) + "."}
	case b.HasPasswords && response.OrZero(b.BreachDate) >= since:
		return siteFinding{"site_lost_passwords_recently", 20,
			"The site lost passwords in a breach" + on(b) + ", in the last two years."}
	case b.HasPasswords:
		return siteFinding{"site_lost_passwords", 10,
			"The site lost passwords in a breach" + on(b) + "."}
	}
	return siteFinding{"site_breached", 5, "The site had a breach without passwords" + on(b) + "."}
}

func on(b gen.BreachItem) string {
	if b.BreachDate == nil {
		return " on an unknown date"
	}
	return " on " + *b.BreachDate
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// passwordPoints grows with how often a password was seen, because attackers try frequent ones first.
func passwordPoints(count int64) float64 {
	switch {
	case count >= 1_000_000:
		return mostPassword
	case count >= 10_000:
		return 80
	case count >= 100:
		return 70
	case count >= 10:
		return 55
	}
	return 45
}
