package breach

import (
	"context"
	"fmt"
	"time"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/hibp"
	"github.com/farebox/farebox/internal/upstream/pwnedpasswords"
)

// siteBudget is what the lookup of the site may take.
const siteBudget = 8 * time.Second

// recent is how long a breach with passwords weighs more, in months.
const recent = 24

// BreachAssess answers POST /breach/assess: the password's and the site's part of the score are looked up side by side. Without the
// password's part there is no answer; without the site's it is partial.
func (h *Handlers) BreachAssess(ctx context.Context, req gen.BreachAssessRequestObject) (gen.BreachAssessResponseObject, error) {
	b := req.Body
	mode, hash, err := secret{b.Password, b.Sha1, b.Ntlm, b.Hash}.lookup()
	if err != nil {
		return nil, err
	}
	sources := []upstream.Source[func(*lookedUp)]{upstream.Part("passwords", 0,
		func(ctx context.Context) (pwnedpasswords.Range, error) { return h.passwords.Look(ctx, mode, hash) },
		func(l *lookedUp, r pwnedpasswords.Range) { l.password = r })}
	var domain string
	if b.Domain != nil {
		if domain, err = registrable(*b.Domain); err != nil {
			return nil, err
		}
		sources = append(sources, upstream.Part("breaches", siteBudget,
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
	if err := fused.Failure("passwords"); err != nil {
		return nil, err
	}
	answer := gen.BreachAssess200JSONResponse{
		PasswordCompromised: found.password.Count > 0, PasswordBreachCount: found.password.Count, HashPrefix: hash[:pwnedpasswords.PrefixLength],
		HashMode: gen.BreachAssessmentHashMode(mode), Domain: response.OrNull(domain), Reasons: found.reasons(h.now()), Partial: fused.Partial(),
		Attribution: hibp.Provider.Attribution, Disclaimer: disclaimer,
	}
	answer.Coverage.PasswordChecked, answer.Coverage.DomainChecked = true, found.siteChecked
	for _, r := range answer.Reasons {
		answer.AtoRiskScore += r.Points
	}
	answer.AtoRiskScore = min(answer.AtoRiskScore, 100)
	answer.RiskCategory = categoryOf(answer.AtoRiskScore)
	return answer, nil
}

// lookedUp is what the score is made from.
type lookedUp struct {
	password    pwnedpasswords.Range
	site        []hibp.Breach
	siteChecked bool
}

// reasons are the parts of the score: one for the password, and the heaviest one of the site's.
func (l *lookedUp) reasons(now time.Time) []gen.BreachReason {
	list := []gen.BreachReason{}
	if n := l.password.Count; n > 0 {
		list = append(list, gen.BreachReason{Signal: "password_in_breaches", Points: passwordPoints(n), Detail: fmt.Sprintf("The password was seen %s in data breaches.", times(n))})
	}
	var worst gen.BreachReason
	since := now.AddDate(0, -recent, 0).Format(time.DateOnly)
	for _, b := range items(l.site) { // newest first, so that the newest of equal weight is told
		r := gen.BreachReason{Signal: "site_breached", Points: 5, Detail: "The site had a breach without passwords" + on(b)}
		switch {
		case b.IsStealerLog:
			r = gen.BreachReason{Signal: "site_in_stealer_log", Points: 25, Detail: "Accounts of the site are in logs of password-stealing malware" + on(b)}
		case b.HasPasswords && text(b.BreachDate) >= since:
			r = gen.BreachReason{Signal: "site_lost_passwords_recently", Points: 20, Detail: "The site lost passwords in a breach in the last two years, most lately" + on(b)}
		case b.HasPasswords:
			r = gen.BreachReason{Signal: "site_lost_passwords", Points: 10, Detail: "The site lost passwords in a breach, most lately" + on(b)}
		}
		if r.Points > worst.Points {
			worst = r
		}
	}
	if worst.Points > 0 {
		list = append(list, worst)
	}
	return list
}

func on(b gen.BreachItem) string {
	if b.BreachDate == nil {
		return " on an unknown date."
	}
	return " on " + *b.BreachDate + "."
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// passwordPoints grows with how often a password was seen: attackers try the most frequent ones first.
func passwordPoints(count int64) int {
	switch {
	case count >= 1_000_000:
		return 90
	case count >= 10_000:
		return 80
	case count >= 100:
		return 70
	case count >= 10:
		return 55
	}
	return 45
}

func categoryOf(score int) gen.BreachAssessmentRiskCategory {
	switch {
	case score < 25:
		return gen.BreachAssessmentRiskCategoryLow
	case score < 50:
		return gen.BreachAssessmentRiskCategoryMedium
	case score < 75:
		return gen.BreachAssessmentRiskCategoryHigh
	}
	return gen.BreachAssessmentRiskCategoryCritical
}
