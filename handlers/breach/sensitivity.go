package breach

import (
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/internal/upstream/hibp"
)

// The kinds of data by potential harm, in the catalogue's words (haveibeenpwned.com/api/v3/dataclasses). Kinds in
// no list are low.
var (
	critical = []string{
		"Credit cards", "Credit card CVV", "Bank account numbers", "Social security numbers", "Government issued IDs", "Passport numbers",
		"Biometric data", "PINs", "Auth tokens", "Private messages", "National IDs", "Driver's licenses", "Encrypted keys", "MAC authentication codes",
		"Taxation records", "Identity documents", "Social insurance numbers", "HIV statuses", "Mental health records", "Personal health data",
	}
	criticalBeginnings = []string{"Health", "Medical", "Sexual", "Biometric", "Partial credit card"}
	high               = []string{
		"Passwords", "Historical passwords", "Security questions and answers", "Account balances", "Credit status information", "Income levels",
		"Net worths", "Payment histories", "Purchases", "Loan information", "Political views", "Religions", "Races", "Ethnicities", "Chat logs",
		"Email messages", "SMS messages", "Geographic locations", "Photos", "Mothers maiden names", "Home loan information", "Browsing histories",
		"Audio recordings", "Drug habits", "Drinking habits", "Smoking habits", "Political donations", "Utility bills", "Support tickets",
	}
	highBeginnings = []string{"Financial"}
	medium         = []string{
		"Phone numbers", "Physical addresses", "Dates of birth", "IP addresses", "Names", "Device information", "Genders", "Employers", "Job titles",
		"Password hints", "Password strengths", "Partial dates of birth", "Partial phone numbers", "Years of birth", "Places of birth",
		"Family members' names", "Family structure", "Marital statuses", "Relationship statuses", "Nationalities", "Occupations", "Employment statuses",
		"Social connections", "Vehicle details", "Recovery email addresses", "IMEI numbers", "IMSI numbers", "MAC addresses", "Profile photos",
	}
)

// sensitivityOf is the most sensitive kind of data in a breach.
func sensitivityOf(b hibp.Breach) gen.BreachItemMaxSensitivity {
	has := func(names []string, beginnings ...string) bool {
		return lost(b, names...) || slices.ContainsFunc(b.DataClasses, func(class string) bool {
			begins := func(p string) bool { return strings.HasPrefix(strings.ToLower(class), strings.ToLower(p)) }
			return slices.ContainsFunc(beginnings, begins)
		})
	}
	switch {
	case has(critical, criticalBeginnings...), b.IsStealerLog && has([]string{"Passwords"}):
		return gen.BreachItemMaxSensitivityCritical
	case has(high, highBeginnings...), has([]string{"Dates of birth"}) && has([]string{"Physical addresses"}):
		return gen.BreachItemMaxSensitivityHigh
	case has(medium):
		return gen.BreachItemMaxSensitivityMedium
	}
	return gen.BreachItemMaxSensitivityLow
}

// lost says whether one of the kinds of data was in the breach.
func lost(b hibp.Breach, kinds ...string) bool {
	return slices.ContainsFunc(b.DataClasses, func(class string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return strings.EqualFold(kind, class) })
	})
}

// rank orders the levels.
func rank(level string) int {
	return slices.Index([]string{"low", "medium", "high", "critical"}, level)
}
