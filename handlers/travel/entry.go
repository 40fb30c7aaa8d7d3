package travel

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cdcnotices"
	"github.com/farebox/farebox/internal/upstream/passportindex"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// TravelEntry answers GET /travel/entry: the other three routes' answers, and a verdict.
func (h *Handlers) TravelEntry(
	ctx context.Context, req gen.TravelEntryRequestObject,
) (gen.TravelEntryResponseObject, error) {
	passport, err := readPlace("passport_country", req.Params.PassportCountry)
	if err != nil {
		return nil, err
	}
	destination, err := readPlace("destination", req.Params.Destination)
	if err != nil {
		return nil, err
	}

	t := trip{
		advice: h.advice(ctx, destination),
		past:   passportindex.Dated.Past(h.now()),
	}
	rule, visas := h.rule(passport, destination)
	notices, cdc := h.notices(destination)
	if visas.err == nil {
		t.rule = &rule
	}
	if err := t.worth(visas); err != nil {
		return nil, err
	}

	all := slices.Concat([]heard{visas}, t.advice.heard, []heard{cdc})
	answer := gen.TravelEntry200JSONResponse{
		PassportCountry:  passport,
		Destination:      destination,
		Visa:             t.visaFacts(),
		EntryRules:       []gen.TravelText{},
		PassportValidity: t.validity(),
		Sources:          sourcesOf(all),
		Partial:          partial(all),
		Disclaimer:       adviceDisclaimer + " " + healthDisclaimer + " " + visaDisclaimer,
	}
	if text := partOf(t.advice.page, "entry-requirements"); text != nil {
		answer.EntryRules = append(answer.EntryRules, *text)
	}
	if len(t.advice.opinions) > 0 {
		t.level = new(h.adviceAnswer(t.advice))
		answer.Advisory = t.adviceFacts()
	}
	t.advisers = t.advice.heard
	if destination.Country != "US" {
		t.advisers = all[1:]
	}
	if cdc.err == nil && destination.Country != "US" {
		t.notices = &notices
		answer.Health = notices.facts()
	}
	answer.Verdict, answer.Reasons = t.verdict()
	answer.Checklist = t.checklist()
	answer.Attribution = t.credits()
	return answer, nil
}

// trip is what is known about a passport and a destination; unknown parts are nil.
type trip struct {
	rule    *visaRule
	past    bool // the table of visa rules is past its last day
	advice  *advice
	level   *gen.TravelAdvice
	notices *noticeSet

	advisers []heard // those whose advice makes the verdict: the governments, and CDC for other countries than its own
}

// worth returns nil if a verdict is possible. A verdict needs both main sources, the visa table and the
// governments' advice; if one is unavailable, there is none. What they lack about a trip is unknown in the verdict.
func (t trip) worth(visas heard) error {
	if err := failed(visas.err); err != nil || len(t.advice.opinions) > 0 {
		return err
	}
	if err := failed(silence(t.advice.heard)); err != nil || t.rule != nil {
		return err
	}
	return problem.NotFound("destination", "neither a visa rule nor government advice is known for %s; "+
		"that does not mean that it is safe", t.advice.place.CountryName)
}

// failed is err, unless it means that a list lacks the place.
func failed(err error) error {
	if upstream.KindOf(err) == upstream.NotFound {
		return nil
	}
	return err
}

func (t trip) visaFacts() *gen.TravelVisaFacts {
	if t.rule == nil {
		return nil
	}
	return &gen.TravelVisaFacts{
		Requirement:            gen.TravelVisaFactsRequirement(t.rule.requirement()),
		MaxStayDays:            response.OrNull(t.rule.Days),
		VisaNeededBeforeTravel: t.rule.before(),
		RulesOf:                t.rule.rulesOf,
		AsOfDate:               passportindex.AsOf,
	}
}

func (t trip) adviceFacts() *gen.TravelAdvisoryFacts {
	facts := &gen.TravelAdvisoryFacts{
		Level:               t.level.Level,
		LevelText:           t.level.LevelText,
		HasRegionalWarnings: t.level.HasRegionalWarnings,
		UpdatedDate:         t.level.UpdatedDate,
	}
	if t.level.LevelSource != nil {
		facts.LevelSource = new(gen.TravelAdvisoryFactsLevelSource(*t.level.LevelSource))
	}
	if t.level.Agreement != nil {
		facts.Spread = &t.level.Agreement.Spread
	}
	return facts
}

func (s noticeSet) facts() *gen.TravelHealthFacts {
	const most = 3
	return &gen.TravelHealthFacts{
		HighestLevel: s.highest(),
		Count:        len(s.placed),
		Top:          s.placed[:min(len(s.placed), most)],
	}
}

// verdict is the worst of visa, advice and health notices, with the reasons. It is clear only if the first two are
// known and everybody who advises could be asked.
func (t trip) verdict() (gen.TravelEntryReportVerdict, []gen.Reason) {
	reasons := []gen.Reason{}
	say := func(code, severity, detail string) {
		reasons = append(reasons, gen.Reason{
			Code:     code,
			Severity: shared.ReasonSeverity(severity),
			Detail:   detail,
		})
	}

	forbidden := false
	act := false
	unknown := false
	switch {
	case t.rule == nil:
		unknown = true
		say("visa_unknown", "medium", "The visa rule for this passport is not known.")
	case t.rule.Requirement == passportindex.NoAdmission:
		forbidden = true
		say("no_admission", "high", "Holders of this passport were not admitted, as of "+passportindex.AsOf+".")
	case t.rule.Requirement == passportindex.Home:
		say("home_country", "info", "The passport is of the destination.")
	case t.rule.Requirement == passportindex.VisaFree:
		say("visa_free", "info", "No visa is needed"+t.stay()+", as of "+passportindex.AsOf+".")
	default:
		act = true
		say(t.rule.requirement(), "medium", needs[t.rule.Requirement]+t.stay()+", as of "+passportindex.AsOf+".")
	}

	if form := t.form(); form != "" {
		act = true
		say("entry_form", "medium", "The destination wants "+form+" before arrival, which the table does not count as a visa.")
	}

	if t.rule != nil && t.past && t.rule.Requirement != passportindex.Home {
		unknown = true
		say("visa_table_past", "medium", "The table of visa rules was good until "+
			string(passportindex.Dated.GoodUntil)+": confirm the rule.")
	}

	switch level := t.known(); {
	case level == 0:
		unknown = true
		say("level_unknown", "medium", "No advice on the country as a whole is known.")
	case level == 4:
		forbidden = true
		say("advisory_level", "high", "The travel advice is at level 4 of 4.")
	case level == 3:
		act = true
		say("advisory_level", "medium", "The travel advice is at level 3 of 4.")
	default:
		say("advisory_level", "info", fmt.Sprintf("The travel advice is at level %d of 4.", level))
	}
	if o := t.stronger(); o != nil {
		act = true
		say("advice_differs", "medium",
			fmt.Sprintf("%s is at level %d of 4 for the whole country.", o.Government, o.Level))
	}

	switch level := t.noticed(); {
	case level > grave:
		forbidden = true
		say("health_level", "high", "A CDC health notice says to avoid all travel: level 4 of 4.")
	case level == grave:
		act = true
		say("health_level", "medium", "A CDC health notice is at level 3 of 4.")
	}

	if failure := t.unheard(); failure != "" && !forbidden && !act {
		unknown = true
		say("advice_incomplete", "medium", failure+" could not be asked for its advice.")
	}

	switch {
	case forbidden:
		return gen.DoNotTravel, reasons
	case act:
		return gen.ActionRequired, reasons
	case unknown:
		return gen.Unknown, reasons
	}
	return gen.Clear, reasons
}

// unheard is the first adviser that could not be asked, or "".
func (t trip) unheard() string {
	for _, said := range t.advisers {
		if failed(said.err) != nil {
			return advisers[said.source.Name]
		}
	}
	return ""
}

// advisers are those who give advice, by source name.
var advisers = map[string]string{
	srcUS:  "United States",
	srcUK:  "United Kingdom",
	srcCA:  "Canada",
	srcDE:  "Germany",
	srcCDC: "CDC",
}

// needs are the requirements in words.
var needs = map[string]string{
	passportindex.VisaOnArrival: "A visa is issued on arrival",
	passportindex.ETA:           "An electronic travel authorisation must be had before departure",
	passportindex.EVisa:         "An electronic visa must be had before departure",
	passportindex.VisaRequired:  "A visa must be had before departure",
}

// form is what has to be filled in before arrival without a visa, "" where none is known.
func (t trip) form() string {
	if t.rule == nil || t.rule.Requirement != passportindex.VisaFree {
		return ""
	}
	return passportindex.Forms[t.advice.place.Country]
}

// stay is the length of stay, in words.
func (t trip) stay() string {
	if t.rule.Days == 0 {
		return ""
	}
	return " for up to " + scored.Count(t.rule.Days, "day")
}

// known is the level of the whole country, or 0 if unknown.
func (t trip) known() int {
	if t.level == nil {
		return 0
	}
	return response.OrZero(t.level.Level)
}

// noticed is the highest level of the health notices, or 0 without any.
func (t trip) noticed() int {
	if t.notices == nil {
		return 0
	}
	return response.OrZero(t.notices.highest())
}

// grave is the level from which travel should be reconsidered.
const grave = 3

// stronger is the gravest advice on the whole country, if the level is lower and not grave itself; otherwise nil.
func (t trip) stronger() *opinion {
	var gravest *opinion
	for i, o := range t.advice.opinions {
		if o.AppliesTo == gen.WholeCountry && o.Level >= grave && (gravest == nil || o.Level > gravest.Level) {
			gravest = &t.advice.opinions[i]
		}
	}
	if t.known() >= grave {
		return nil
	}
	return gravest
}

// checklist is what to do before departure.
func (t trip) checklist() []string {
	list := []string{}
	switch {
	case t.rule == nil:
		list = append(list, "Ask the embassy whether a visa is needed.")
	case t.rule.before():
		list = append(list, needs[t.rule.Requirement]+": apply in time.")
	case t.rule.Requirement == passportindex.VisaOnArrival:
		list = append(list, "Have the fee and the papers for the visa on arrival ready.")
	}

	if form := t.form(); form != "" {
		list = append(list, "Get "+form+" in time.")
	}
	if t.rule != nil && t.rule.Requirement != passportindex.Home {
		list = append(list, "Confirm the visa rule with the embassy: the table holds for "+passportindex.AsOf+".")
	}
	if t.known() >= grave || t.stronger() != nil {
		list = append(list, "Read the travel advice in full, and ask the insurer whether it covers the trip.")
	}

	if t.level != nil && response.OrZero(t.level.HasRegionalWarnings) {
		list = append(list, "Read the warnings of parts of the country.")
	}
	if t.notices != nil && len(t.notices.placed)+len(t.notices.unplaced) > 0 {
		list = append(list, "Read the health notices and ask about vaccines.")
	}

	return list
}

// sentence matches one sentence of a text, with the items of its list. validFor matches in sentences that say how long
// something is valid.
var (
	sentence = regexp.MustCompile(`[^.]+\.?`)
	validFor = regexp.MustCompile(`(?i)\b(?:valid|expiry date)\b.{0,60}?` +
		`(?:\b(?:\d+|one|two|three|six) (?:months?|days?|years?)\b|\b(?:length|duration) of)`)
)

// validity is the British page's sentence on how long a passport must be valid.
func (t trip) validity() *gen.TravelText {
	text := partOf(t.advice.page, "entry-requirements")
	if text == nil {
		return nil
	}
	whole, _ := htmlpage.TextOf(t.advice.page.Part("entry-requirements").Body, 20_000)
	for _, one := range sentence.FindAllString(whole, -1) {
		if strings.Contains(strings.ToLower(one), "passport") && validFor.MatchString(one) {
			text.Text = strings.TrimSpace(one)
			return text
		}
	}
	return nil
}

func (t trip) credits() string {
	var list []string
	if t.rule != nil {
		list = append(list, passportindex.Provider.Attribution)
	}
	if credits := t.advice.credits(); credits != "" {
		list = append(list, credits)
	}
	if t.notices != nil {
		list = append(list, cdcnotices.Provider.Attribution)
	}
	return strings.Join(list, "; ")
}
