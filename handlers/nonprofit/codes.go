package nonprofit

import (
	"strings"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/internal/response"
)

// The codes of the master file, after "Exempt Organizations Business Master File Extract: Information Sheet" (IRS,
// Publication 6292 and irs.gov/pub/irs-soi/eo_info.pdf), in our words. A code that is not here has a null meaning.

var statusCodes = map[string]string{
	"01": "exempt without conditions",
	"02": "exempt on conditions",
	"12": "trust described in section 4947(a)(2)",
	"25": "terminating its status as a private foundation under section 507(b)(1)(B)",
}

var deductibilityCodes = map[string]string{
	"1": "contributions are deductible",
	"2": "contributions are not deductible",
	"4": "contributions are deductible by treaty (foreign organizations)",
}

// Foundation codes that decide something here.
const foundationChurch = "10"

var foundationCodes = map[string]string{
	"00": "not an organization under section 501(c)(3)",
	"02": "private operating foundation exempt from the excise tax on investment income",
	"03": "private operating foundation",
	"04": "private non-operating foundation",
	"09": "suspense",
	"10": "church, section 170(b)(1)(A)(i)",
	"11": "school, section 170(b)(1)(A)(ii)",
	"12": "hospital or medical research organization, section 170(b)(1)(A)(iii)",
	"13": "organization operated for the benefit of a state college or university, section 170(b)(1)(A)(iv)",
	"14": "governmental unit, section 170(b)(1)(A)(v)",
	"15": "publicly supported by contributions, section 170(b)(1)(A)(vi)",
	"16": "publicly supported by contributions and receipts, section 509(a)(2)",
	"17": "supporting organization, section 509(a)(3)",
	"18": "tests for public safety, section 509(a)(4)",
	"21": "supporting organization, type I",
	"22": "supporting organization, type II",
	"23": "supporting organization, type III functionally integrated",
	"24": "supporting organization, type III not functionally integrated",
}

// Affiliation codes that decide something here.
const (
	affiliationCentral       = "6"
	affiliationIntermediate  = "7"
	affiliationCentralChurch = "8"
	affiliationSubordinate   = "9"
)

var affiliationCodes = map[string]string{
	"1": "central organization without a group exemption",
	"2": "intermediate organization without a group exemption",
	"3": "independent organization",
	"6": "central organization that holds a group exemption, not a church",
	"7": "intermediate organization within a group exemption",
	"8": "central organization that holds a group exemption, a church or one under section 501(c)(1)",
	"9": "subordinate within a group exemption",
}

var formCodes = map[string]string{
	"1": "corporation",
	"2": "trust",
	"3": "cooperative",
	"4": "partnership",
	"5": "association",
}

// filingChurch is the filing requirement of churches.
const filingChurch = "06"

var filingCodes = map[string]string{
	"00": "no return required",
	"01": "Form 990 or 990-EZ",
	"02": "Form 990-N, receipts normally 50,000 dollars or less",
	"03": "covered by a group return",
	"04": "Form 990-BL",
	"06": "no return required: church",
	"07": "no return required: under section 501(c)(1)",
	"13": "no return required: religious organization",
	"14": "no return required: instrumentality of a state or political subdivision",
}

// subsection is the section of the Internal Revenue Code that a code stands for, null for one that is not known.
func subsection(code string) *string {
	code = strings.TrimLeft(code, "0")
	switch {
	case code == "":
		return nil
	case len(code) == 1, code >= "10" && code <= "29" && len(code) == 2:
		return new("501(c)(" + code + ")")
	}

	section, ok := map[string]string{
		"40": "501(d)",
		"50": "501(e)",
		"60": "501(f)",
		"70": "501(k)",
		"71": "501(k)",
		"90": "4947(a)(2)",
		"91": "4947(a)(1)",
		"92": "4947(a)(1)",
	}[code]
	if !ok {
		return nil
	}

	return &section
}

// coded is a code with its meaning, null when there is none.
func coded(code string, meanings map[string]string) *gen.NonprofitCode {
	if code == "" {
		return nil
	}
	return &gen.NonprofitCode{Code: code, Meaning: response.OrNull(meanings[code])}
}

// kind is a deductibility code of Publication 78 ("Tax Exempt Organization Search: Deductibility status codes",
// irs.gov).
type kind struct{ meaning, limit string }

const depends = "depends on various factors"

var listedCodes = map[string]kind{
	"PC":    {"public charity", "50 per cent, 60 per cent of cash"},
	"POF":   {"private operating foundation", "50 per cent, 60 per cent of cash"},
	"PF":    {"private foundation", "30 per cent in general"},
	"GROUP": {"central organization of a group exemption; covers subordinates that are not listed", depends},
	"LODGE": {"fraternal lodge, for charitable purposes only", "30 per cent"},
	"UNKWN": {"charity whose public charity status has not been determined", depends},
	"EO":    {"organization under section 170(c) other than a charity or private foundation", depends},
	"FED":   {"for the use of a federal governmental unit", "50 per cent, 60 per cent of cash"},
	"FORGN": {"organization with a foreign address", depends},
	"SO":    {"supporting organization, type I, II or III functionally integrated", "50 per cent, 60 per cent of cash"},
	"SONFI": {"supporting organization, type III not functionally integrated", "50 per cent, 60 per cent of cash"},
	"SOUNK": {"supporting organization of a type not specified", "50 per cent, 60 per cent of cash"},
}

// listed are the codes of a line of Publication 78.
func listed(codes string) (all []gen.NonprofitDeductibility, plain []string) {
	all = []gen.NonprofitDeductibility{}
	plain = []string{}
	for code := range strings.SplitSeq(codes, ",") {
		if code = strings.TrimSpace(code); code == "" {
			continue
		}
		all = append(all, gen.NonprofitDeductibility{
			Code:    code,
			Meaning: response.OrNull(listedCodes[code].meaning),
			Limit:   response.OrNull(listedCodes[code].limit),
		})
		plain = append(plain, code)
	}
	return all, plain
}

// fields of work are the major groups of the National Taxonomy of Exempt Entities (National Center for Charitable
// Statistics).
var fieldsOfWork = map[string]string{
	"A": "Arts, culture and humanities",
	"B": "Education",
	"C": "Environment",
	"D": "Animal-related",
	"E": "Health care",
	"F": "Mental health and crisis intervention",
	"G": "Diseases, disorders and medical disciplines",
	"H": "Medical research",
	"I": "Crime and legal-related",
	"J": "Employment",
	"K": "Food, agriculture and nutrition",
	"L": "Housing and shelter",
	"M": "Public safety, disaster preparedness and relief",
	"N": "Recreation and sports",
	"O": "Youth development",
	"P": "Human services",
	"Q": "International, foreign affairs and national security",
	"R": "Civil rights, social action and advocacy",
	"S": "Community improvement and capacity building",
	"T": "Philanthropy, voluntarism and grantmaking foundations",
	"U": "Science and technology",
	"V": "Social science",
	"W": "Public and societal benefit",
	"X": "Religion-related",
	"Y": "Mutual and membership benefit",
	"Z": "Unknown",
}

// fieldOfWork is an NTEE code with its major group, null when there is none.
func fieldOfWork(code string) *gen.NonprofitNTEE {
	if code == "" {
		return nil
	}
	group := strings.ToUpper(code[:1])
	n := &gen.NonprofitNTEE{Code: code}
	if text, ok := fieldsOfWork[group]; ok {
		n.Group = &group
		n.Description = &text
	}
	return n
}
