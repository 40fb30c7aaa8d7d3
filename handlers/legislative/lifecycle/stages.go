package lifecycle

import (
	"regexp"
	"strings"
)

// Stage is a step of a measure's way through Congress.
type Stage string

// The stages in their order. The last three exclude what comes after, but that a veto can be overridden.
const (
	Introduced  Stage = "introduced"
	Referred    Stage = "referred_to_committee"
	Reported    Stage = "reported"
	PassedHouse Stage = "passed_house"
	Differences Stage = "resolving_differences"
	PassedSen   Stage = "passed_senate"
	ToPresident Stage = "to_president"
	BecameLaw   Stage = "became_law"
	Vetoed      Stage = "vetoed"
	Failed      Stage = "failed"
)

// A Source is who wrote an action down.
type Source string

// The sources. The Library of Congress writes the main steps of both chambers down once more, with codes of its own.
const (
	House          Source = "house"
	HouseCommittee Source = "house_committee"
	Senate         Source = "senate"
	Library        Source = "library_of_congress"
)

// SourceOf reads the source's name, and its number where there is no name.
func SourceOf(name, code string) Source {
	switch {
	case name == "Senate", name == "" && code == "0":
		return Senate
	case strings.HasPrefix(name, "House committee"), name == "" && code == "1":
		return HouseCommittee
	case strings.HasPrefix(name, "House"), name == "" && code == "2":
		return House
	case name == "Library of Congress", name == "" && code == "9":
		return Library
	}
	return ""
}

// Action is one entry of a measure's history, as its source wrote it.
type Action struct {
	Date   string // YYYY-MM-DD
	Time   string // HH:MM:SS in Washington, mostly empty
	Code   string // of the House (H37100) or the Library (8000); empty for the Senate
	Type   string
	Source Source
	Text   string
}

// step is a stage that an action shows, and the chamber it happened in, "house", "senate" or "".
type step struct {
	stage   Stage
	chamber string
}

// The chambers.
const (
	inHouse  = "house"
	inSenate = "senate"
)

// coded are the Library's codes and the House's own that show a stage whatever the text says. Some codes that look
// like it are missing on purpose: E30000 stands for a signature and for a veto, and H1L210 is the report of a rule for
// the debate, which is another measure.
var coded = map[string]step{
	"1000":     {Introduced, inHouse},
	"1010":     {Introduced, inHouse},
	"1025":     {Introduced, inHouse},
	"Intro-H":  {Introduced, inHouse},
	"2000":     {Referred, inHouse},
	"H11100":   {Referred, inHouse},
	"H11100-A": {Referred, inHouse},
	"H11200":   {Referred, inHouse},
	"5000":     {Reported, inHouse},
	"H12100":   {Reported, inHouse},
	"H12200":   {Reported, inHouse},
	"8000":     {PassedHouse, inHouse},
	"9000":     {Failed, inHouse},
	"10000":    {Introduced, inSenate},
	"11000":    {Referred, inSenate},
	"14000":    {Reported, inSenate},
	"17000":    {PassedSen, inSenate},
	"18000":    {Failed, inSenate},
	"19000":    {Differences, inHouse},
	"19500":    {Differences, inHouse},
	"20000":    {Differences, inSenate},
	"20500":    {Differences, inSenate},
	"20700":    {Differences, ""},
	"20800":    {Differences, ""},
	"20900":    {Differences, ""},
	"21000":    {Differences, inHouse},
	"22000":    {Differences, inHouse},
	"23000":    {Differences, inSenate},
	"24000":    {Differences, inSenate},
	"H25200":   {Differences, inHouse},
	"28000":    {ToPresident, ""},
	"E20000":   {ToPresident, ""},
	"29000":    {BecameLaw, ""},
	"30000":    {Vetoed, ""},
	"31000":    {Vetoed, ""},
	"36000":    {BecameLaw, ""},
	"37000":    {BecameLaw, ""},
	"38000":    {BecameLaw, ""},
	"39000":    {BecameLaw, ""},
	"40000":    {BecameLaw, ""},
	"41000":    {BecameLaw, ""},
	"42000":    {BecameLaw, ""},
	"43000":    {BecameLaw, ""},
	"44000":    {BecameLaw, ""},
	"45000":    {BecameLaw, ""},
	"E40000":   {BecameLaw, ""},
}

// overVeto is a vote on a measure that came back with a veto: neither a passage nor a failure of the measure.
var overVeto = regexp.MustCompile(`(?i)over veto|objections of the President|veto message`)

// A worded rule finds a stage by the words of an action, of the sources named, any when there are none.
type worded struct {
	words *regexp.Regexp
	from  Source
	step  step
}

// says is a pattern of the words of an action.
func says(pattern string) *regexp.Regexp { return regexp.MustCompile(pattern) }

// texts are the rules for actions without a code that says enough: all of the Senate, and those of the House on the
// day itself, before the Library has gone over them.
var texts = []worded{
	{says(`^(Introduced|Submitted) in (the )?House`), "", step{Introduced, inHouse}},
	{says(`^(Introduced|Submitted) in (the )?Senate`), "", step{Introduced, inSenate}},

	{says(`(?i)\breferred (\w+ )?to (the )?(\w+ )?Committees?( on)?\b`), Senate, step{Referred, inSenate}},
	{says(`^(Sequentially r|R)eferred (\w+ )?to the (House )?Committees? on\b`), House, step{Referred, inHouse}},

	{says(`^(Senate )?(Select |Special )?Committee on .+?\. (Reported|Original measure reported)\b`), Senate,
		step{Reported, inSenate}},
	{says(`^Reported to Senate\b`), "", step{Reported, inSenate}},
	{says(`^Reported to House\b`), "", step{Reported, inHouse}},

	{says(`^Passed/agreed to in House|^Passed House\b`), "", step{PassedHouse, inHouse}},
	{says(`^On passage Passed|is considered passed House`), House, step{PassedHouse, inHouse}},
	{says(`^On motion to suspend the rules and (pass|agree to the (concurrent )?resolution).* Agreed to`), House,
		step{PassedHouse, inHouse}},
	{says(`^On agreeing to the (concurrent )?resolution.* Agreed to`), House, step{PassedHouse, inHouse}},

	{says(`^Passed/agreed to in Senate|^Passed Senate\b`), "", step{PassedSen, inSenate}},
	{says(`^(Concurrent )?[Rr]esolution agreed to in Senate`), Senate, step{PassedSen, inSenate}},
	{regexp.MustCompile(`^(Introduced|Submitted) in the Senate, .*(and passed|and agreed to|passed without amendment)`),
		Senate, step{PassedSen, inSenate}},
	{says(`^(Received|Read|Senate Committee).*\band (passed|agreed to) with(out)? (an )?amendments?\b`), Senate,
		step{PassedSen, inSenate}},

	{says(`^House (agreed to|concurred in) (the )?Senate amendment`), "", step{Differences, inHouse}},
	{says(`^Senate (agreed to|concurred in|disagree[ds] to) (the )?(House amendment|conference report)`), Senate,
		step{Differences, inSenate}},

	{says(`^Presented to President`), "", step{ToPresident, ""}},
	{says(`^Became (Public|Private) Law`), "", step{BecameLaw, ""}},
	{says(`^Signed by President|^Sent to Archivist of the United States unsigned`), "", step{BecameLaw, ""}},
	{says(`(?i)^(pocket )?vetoed by (the )?President`), "", step{Vetoed, ""}},

	{says(`^Failed of passage/not agreed to in House`), "", step{Failed, inHouse}},
	{says(`^On passage Failed|^On agreeing to the (concurrent )?resolution.* Failed`), House, step{Failed, inHouse}},
	{says(`^On motion to suspend the rules and (pass|agree to the (concurrent )?resolution).* Failed`), House,
		step{Failed, inHouse}},
	// Laid on the table by a vote, a measure is disposed of for good.
	{says(`^On motion to table the measure Agreed to`), House, step{Failed, inHouse}},
	{says(`^Failed of passage/not agreed to in Senate|^Failed of passage in Senate`), "", step{Failed, inSenate}},
	{says(`^(Concurrent )?[Rr]esolution not agreed to in Senate`), Senate, step{Failed, inSenate}},
}

// steps are the stages that the action shows; mostly none, sometimes two: the Senate may introduce a resolution and
// agree to it in one breath.
func (a Action) steps() []step {
	if s, ok := coded[a.Code]; ok && !overVeto.MatchString(a.Text) {
		return []step{s}
	}
	if overVeto.MatchString(a.Text) && !vetoing.MatchString(a.Text) {
		return nil
	}

	var found []step
	for _, rule := range texts {
		if (rule.from == "" || rule.from == a.Source) && rule.words.MatchString(a.Text) {
			found = append(found, rule.step)
		}
	}
	if len(found) == 0 && a.Type == "ResolvingDifferences" && !otherwise.MatchString(a.Code) {
		found = append(found, step{Differences, a.chamber()})
	}
	return found
}

// otherwise are House codes with the type ResolvingDifferences that have nothing to do with it: H82000 is a motion to
// table any other motion.
var otherwise = regexp.MustCompile(`^H[^4]|^H4[^0-2]`)

// vetoing tells a veto itself, whose text names the veto message, from what is done about it.
var vetoing = regexp.MustCompile(`(?i)^(pocket )?vetoed by (the )?President`)

// Stage is the stage that the action shows, the furthest where it shows two, "" when it shows none.
func (a Action) Stage() Stage {
	found := a.steps()
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1].stage
}

var (
	namesHouse  = regexp.MustCompile(`(?i)\bin (the )?House\b|\bHouse actions\b`)
	namesSenate = regexp.MustCompile(`(?i)\bin (the )?Senate\b|\bSenate actions\b`)
)

// Chamber is where the action happened: "house", "senate", or "" when it was neither's or does not say.
func (a Action) Chamber() string {
	for _, s := range a.steps() {
		if s.chamber != "" || s.stage == ToPresident || s.stage == BecameLaw || s.stage == Vetoed {
			return s.chamber
		}
	}
	return a.chamber()
}

func (a Action) chamber() string {
	switch a.Source {
	case Senate:
		return inSenate
	case House, HouseCommittee:
		return inHouse
	case Library:
	}
	switch house, senate := namesHouse.MatchString(a.Text), namesSenate.MatchString(a.Text); {
	case house && !senate:
		return inHouse
	case senate && !house:
		return inSenate
	}
	return ""
}
