package aeo

import (
	"strings"

	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// mark is a text that identifies whose challenge a page is.
type mark struct {
	text    string
	product string
}

// challengeTitles begin the titles of challenges.
var challengeTitles = []mark{
	{"just a moment", "Cloudflare"},
	{"attention required! | cloudflare", "Cloudflare"},
	{"checking your browser", "browser check"},
	{"ddos-guard", "DDoS-Guard"},
	{"pardon our interruption", "Imperva"},
	{"human verification", "AWS WAF"},
	{"verifying you are human", "browser check"},
	{"vercel security checkpoint", "Vercel"},
	{"are you a robot", "browser check"},
	{"robot check", "browser check"},
	{"access to this page has been denied", "HUMAN"},
	{"security checkpoint", "browser check"},
	{"client challenge", "browser check"},
	{"one moment, please", "browser check"},
	{"radware bot manager", "Radware"},
}

// challengeScripts are parts of the URLs of scripts that challenges load.
var challengeScripts = []mark{
	{"captcha-delivery.com", "DataDome"},
	{"px-captcha", "HUMAN"},
	{"/_incapsula_resource", "Imperva"},
	{"awswaf.com", "AWS WAF"},
	{"challenges.cloudflare.com", "Cloudflare"},
	{"hcaptcha.com/1/api.js", "hCaptcha"},
}

// Words of content from which a page is not a challenge, whatever its title or scripts.
const (
	titleWords  = 150
	scriptWords = 40
)

// Challenge names the product whose challenge or block page was served instead of the page, or "". Headers sent
// only with challenges decide by themselves. Titles and script URLs decide only on a page with next to no content,
// since ordinary pages may load the same scripts.
func Challenge(p *pagefacts.Facts) string {
	if strings.EqualFold(p.Header.Get("Cf-Mitigated"), "challenge") {
		return "Cloudflare"
	}
	switch strings.ToLower(p.Header.Get("X-Amzn-Waf-Action")) {
	case "challenge", "captcha":
		return "AWS WAF"
	}

	if p.Content.Words <= titleWords && len(p.Titles) > 0 {
		title := strings.ToLower(p.Titles[0])
		for _, m := range challengeTitles {
			if strings.HasPrefix(title, m.text) {
				return m.product
			}
		}
	}

	if p.Content.Words < scriptWords {
		for _, source := range p.ScriptSources {
			for _, m := range challengeScripts {
				if strings.Contains(strings.ToLower(source), m.text) {
					return m.product
				}
			}
		}
	}

	return ""
}
