package aeo

import (
	"strings"

	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// Challenge names the product whose challenge or block page came instead of the page, "" for none. Headers that are only
// sent with challenges decide alone; titles and addresses do so only on a page that has next to no content of its own, since
// ordinary pages may load the same scripts.
func Challenge(p *pagefacts.Facts) string {
	if strings.EqualFold(p.Header.Get("Cf-Mitigated"), "challenge") {
		return "Cloudflare"
	}
	switch strings.ToLower(p.Header.Get("X-Amzn-Waf-Action")) {
	case "challenge", "captcha":
		return "AWS WAF"
	}
	if p.Content.Words > 150 {
		return ""
	}
	title := ""
	if len(p.Titles) > 0 {
		title = strings.ToLower(p.Titles[0])
	}
	for _, c := range []struct{ title, product string }{
		{"just a moment", "Cloudflare"}, {"attention required! | cloudflare", "Cloudflare"}, {"checking your browser", "browser check"},
		{"ddos-guard", "DDoS-Guard"}, {"pardon our interruption", "Imperva"}, {"human verification", "AWS WAF"}, {"verifying you are human", "browser check"},
		{"vercel security checkpoint", "Vercel"}, {"are you a robot", "browser check"}, {"robot check", "browser check"}, {"access to this page has been denied", "HUMAN"},
		{"security checkpoint", "browser check"}, {"client challenge", "browser check"}, {"one moment, please", "browser check"}, {"radware bot manager", "Radware"},
	} {
		if strings.HasPrefix(title, c.title) {
			return c.product
		}
	}
	for _, s := range p.ScriptSources {
		for _, c := range []struct{ part, product string }{
			{"captcha-delivery.com", "DataDome"}, {"px-captcha", "HUMAN"}, {"/_incapsula_resource", "Imperva"}, {"awswaf.com", "AWS WAF"},
			{"challenges.cloudflare.com", "Cloudflare"}, {"hcaptcha.com/1/api.js", "hCaptcha"},
		} {
			if p.Content.Words < 40 && strings.Contains(strings.ToLower(s), c.part) {
				return c.product
			}
		}
	}
	return ""
}
