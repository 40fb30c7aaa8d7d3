package freight

import (
	"regexp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
)

// haul is a kind of haul.
type haul = gen.FreightVerdictQueryHaulType

// wanted is the kind of authority that a haul needs.
func wanted(h haul) gen.FreightAuthorityKind {
	switch h {
	case gen.FreightVerdictQueryHaulTypeHouseholdGoods:
		return gen.FreightAuthorityKindHouseholdGoods
	case gen.FreightVerdictQueryHaulTypePassengers:
		return gen.FreightAuthorityKindPassengers
	}
	return gen.FreightAuthorityKindProperty
}

// kindOf reads Motus' words for an authority: "Motor Carrier of Property (Except Household Goods)".
func kindOf(words string) gen.FreightAuthorityKind {
	words = strings.ToLower(words)
	has := func(part string) bool { return strings.Contains(words, part) }
	switch {
	case has("broker"):
		return gen.FreightAuthorityKindBroker
	case has("forwarder"):
		return gen.FreightAuthorityKindForwarder
	case has("except household"):
		return gen.FreightAuthorityKindProperty
	case has("household"), has("housetomove"):
		return gen.FreightAuthorityKindHouseholdGoods
	case has("passenger"):
		return gen.FreightAuthorityKindPassengers
	case has("property"):
		return gen.FreightAuthorityKindProperty
	}
	return gen.FreightAuthorityKindOther
}

// statusOf reads a status in words or letters. What suspends or revokes is inactive.
func statusOf(words fmcsa.Text) *gen.FreightAuthorityStatus {
	text := strings.ToLower(string(words))
	switch {
	case text == "active", text == "a":
		return new(gen.FreightAuthorityStatusActive)
	case text == "pending", text == "p":
		return new(gen.FreightAuthorityStatusPending)
	case text == "withdrawn", text == "w":
		return new(gen.FreightAuthorityStatusWithdrawn)
	case text == "inactive", text == "i", strings.Contains(text, "revoked"), strings.Contains(text, "suspended"):
		return new(gen.FreightAuthorityStatusInactive)
	}
	return nil
}

// carries is true for the authorities of those who haul, against those who arrange.
func carries(k gen.FreightAuthorityKind) bool {
	return k == gen.FreightAuthorityKindProperty || k == gen.FreightAuthorityKindHouseholdGoods ||
		k == gen.FreightAuthorityKindPassengers
}

// listed are the authorities that the sources name, Motus' first.
func (f *facts) listed() []gen.FreightAuthority {
	found := []gen.FreightAuthority{}
	for _, a := range f.authorities {
		found = append(found, gen.FreightAuthority{
			Docket:    docketOrNull(string(a.Docket)),
			Type:      response.OrNull(string(a.Type)),
			Kind:      kindOf(string(a.Type)),
			Status:    statusOf(a.Status),
			SinceDate: f.since(a),
			Source:    gen.FreightAuthoritySourceMotus,
		})
	}
	for _, a := range f.liveAuthority {
		found = append(found, liveListed(a)...)
	}
	for _, a := range f.legacy {
		found = append(found, legacyListed(a)...)
	}

	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(a gen.FreightAuthority) bool {
		key := strings.Join([]string{
			response.OrZero(a.Docket),
			response.OrZero(a.Type),
			string(a.Kind),
			string(response.OrZero(a.Status)),
			string(a.Source),
		}, "|")
		again := seen[key]
		seen[key] = true
		return again
	})
}

// since is when Motus saw the authority granted or reinstated last. Other changes, such as corrections of the move to
// Motus, tell nothing of its age.
func (f *facts) since(a fmcsa.Authority) *string {
	docket, _ := fmcsa.Docket(string(a.Docket))
	newest := ""
	for _, e := range f.history {
		other, _ := fmcsa.Docket(string(e.Docket))
		reason := strings.ToUpper(string(e.Reason))
		given := strings.Contains(reason, "GRANT") || strings.Contains(reason, "REINSTAT")
		if other != docket || kindOf(string(e.Type)) != kindOf(string(a.Type)) || !given {
			continue
		}
		if day := e.Changed.Day(); !day.IsZero() {
			newest = max(newest, dateText(day))
		}
	}
	return response.OrNull(newest)
}

// marks are the check boxes of a docket with what they stand for.
type mark struct {
	set  bool
	kind gen.FreightAuthorityKind
}

// legacyListed are the authorities of one docket of the frozen file, which keeps status and kind in columns of their
// own.
func legacyListed(a fmcsa.LegacyAuthority) []gen.FreightAuthority {
	yes := func(t fmcsa.Text) bool { return t == "Y" }
	return spread(spreading{
		docket:   string(a.Docket),
		common:   string(a.Common),
		contract: string(a.Contract),
		broker:   string(a.Broker),
		source:   gen.FreightAuthoritySourceLegacy,
		marks: []mark{
			{yes(a.Property), gen.FreightAuthorityKindProperty},
			{yes(a.Household), gen.FreightAuthorityKindHouseholdGoods},
			{yes(a.Passenger), gen.FreightAuthorityKindPassengers},
		},
	})
}

func liveListed(a qcmobile.Authority) []gen.FreightAuthority {
	yes := func(t qcmobile.Text) bool { return t == "Y" }
	return spread(spreading{
		docket:   string(a.Prefix + a.Docket),
		common:   string(a.Common),
		contract: string(a.Contract),
		broker:   string(a.Broker),
		source:   gen.FreightAuthoritySourceQcmobile,
		marks: []mark{
			{yes(a.Property), gen.FreightAuthorityKindProperty},
			{yes(a.Household), gen.FreightAuthorityKindHouseholdGoods},
			{yes(a.Passenger), gen.FreightAuthorityKindPassengers},
		},
	})
}

// spreading is a docket with its statuses apart from what it authorises for.
type spreading struct {
	docket, common, contract, broker string
	source                           gen.FreightAuthoritySource
	marks                            []mark
}

// spread makes an authority for each status that is not none and each kind that is marked. Without a mark its kind is
// not known.
func spread(s spreading) []gen.FreightAuthority {
	var found []gen.FreightAuthority
	add := func(words, status string, kind gen.FreightAuthorityKind) {
		if read := statusOf(fmcsa.Text(status)); read != nil {
			found = append(found, gen.FreightAuthority{
				Docket: docketOrNull(s.docket),
				Type:   new(words),
				Kind:   kind,
				Status: read,
				Source: s.source,
			})
		}
	}

	marked := false
	for _, m := range s.marks {
		if m.set {
			marked = true
			add("Common carrier", s.common, m.kind)
			add("Contract carrier", s.contract, m.kind)
		}
	}
	if !marked {
		add("Common carrier", s.common, gen.FreightAuthorityKindOther)
		add("Contract carrier", s.contract, gen.FreightAuthorityKindOther)
	}

	add("Broker", s.broker, gen.FreightAuthorityKindBroker)
	return found
}

// standing is what the sources say about the authority that a haul needs.
type standing struct {
	required *bool // nil: not known
	active   *bool // nil: not known, or disputed
	source   *gen.FreightSignalsAuthoritySource
	stated   bool // a source of today says that there is none in force
	disputed bool
	another  bool // Motus has none in force, the frozen file has one under a docket that Motus does not name
	unasked  bool // a source that decides did not answer
	values   []gen.FreightConflict_Values
}

// authority weighs Motus and the live system, and the frozen file where neither has a word.
func (f *facts) authority(h haul) standing {
	found := f.listed()
	of := func(source gen.FreightAuthoritySource) *gen.FreightAuthorityStatus {
		return best(found, source, wanted(h))
	}
	motus := of(gen.FreightAuthoritySourceMotus)
	live := f.liveStatus(of(gen.FreightAuthoritySourceQcmobile), h)
	legacy := of(gen.FreightAuthoritySourceLegacy)

	s := standing{required: f.authorityRequired()}
	s.values = said(motus, live, legacy)
	s.unasked = !f.answered(srcAuthority) && live == nil
	isActive := func(status *gen.FreightAuthorityStatus) bool {
		return status != nil && *status == gen.FreightAuthorityStatusActive
	}

	switch {
	case motus != nil && live != nil && isActive(motus) != isActive(live):
		s.disputed = true
	case motus != nil && !isActive(motus) && live == nil && isActive(unnamed(found, wanted(h))):
		s.active = new(true)
		s.source = new(gen.FreightSignalsAuthoritySourceLegacy)
		s.another = true
	case motus != nil:
		s.active = new(isActive(motus))
		s.source = new(gen.FreightSignalsAuthoritySourceMotus)
		s.stated = !isActive(motus)
	case live != nil:
		s.active = new(isActive(live))
		s.source = new(gen.FreightSignalsAuthoritySourceQcmobile)
		s.stated = !isActive(live)
	case legacy != nil:
		s.active = new(isActive(legacy))
		s.source = new(gen.FreightSignalsAuthoritySourceLegacy)
	default:
		s.unasked = s.unasked || !f.answered(srcLegacyAuthority)
	}
	return s
}

// unnamed is the status of an authority of the frozen file under a docket that Motus does not name: a second docket
// that lapsed says nothing about the first. Where Motus gives no docket number, nobody can tell.
func unnamed(found []gen.FreightAuthority, kind gen.FreightAuthorityKind) *gen.FreightAuthorityStatus {
	named := map[string]bool{}
	for _, a := range found {
		switch {
		case a.Source != gen.FreightAuthoritySourceMotus || a.Kind != kind:
		case a.Docket == nil:
			return nil
		default:
			named[*a.Docket] = true
		}
	}
	others := slices.DeleteFunc(
		slices.Clone(found),
		func(a gen.FreightAuthority) bool { return a.Docket != nil && named[*a.Docket] },
	)
	return best(others, gen.FreightAuthoritySourceLegacy, kind)
}

// best is the status of an authority of this kind in a source, an active one first; nil when it names none.
func best(
	found []gen.FreightAuthority, source gen.FreightAuthoritySource, kind gen.FreightAuthorityKind,
) *gen.FreightAuthorityStatus {
	var status *gen.FreightAuthorityStatus
	for _, a := range found {
		if a.Source != source || a.Kind != kind || a.Status == nil {
			continue
		}
		if status == nil || *a.Status == gen.FreightAuthorityStatusActive {
			status = a.Status
		}
	}
	return status
}

// liveStatus is the live system's word. Its dockets tell what they authorise for. The snapshot does not: it counts
// where it says that no authority of a carrier is in force, and for property, which nearly all are for.
func (f *facts) liveStatus(byDocket *gen.FreightAuthorityStatus, h haul) *gen.FreightAuthorityStatus {
	if byDocket != nil || f.live == nil || f.live.Common == "" && f.live.Contract == "" {
		return byDocket
	}

	active := f.live.Common == "A" || f.live.Contract == "A"
	switch {
	case !active:
		return new(gen.FreightAuthorityStatusInactive)
	case wanted(h) == gen.FreightAuthorityKindProperty && len(f.liveAuthority) == 0:
		return new(gen.FreightAuthorityStatusActive)
	}
	return nil
}

// said is each source's word, for showing a conflict.
func said(motus, live, legacy *gen.FreightAuthorityStatus) []gen.FreightConflict_Values {
	var values []gen.FreightConflict_Values
	for _, v := range []struct {
		source string
		status *gen.FreightAuthorityStatus
	}{{srcAuthority, motus}, {srcQC, live}, {srcLegacyAuthority, legacy}} {
		if v.status != nil {
			values = append(values, gen.FreightConflict_Values{
				Source: v.source,
				Value:  string(*v.status),
			})
		}
	}
	return values
}

// authorityRequired is true of carriers for hire between states; nil when that is not known.
func (f *facts) authorityRequired() *bool {
	forHire := f.forHire()
	interstate := f.interstate()
	switch {
	case forHire != nil && !*forHire, interstate != nil && !*interstate:
		return new(false)
	case forHire == nil || interstate == nil:
		return nil
	}
	return new(true)
}

// notForHire are words of the other classes in which the register has carriers.
var notForHire = regexp.MustCompile(`PRIV|EXEMPT|MIGRANT|MAIL|GOV|TRIBE|OTHER`)

// forHire is what the carrier declares, else what its authorities show.
func (f *facts) forHire() *bool {
	classes := strings.Join(f.liveClasses, ";")
	if len(f.census) > 0 && f.census[0].Classes != "" {
		classes = string(f.census[0].Classes)
	}
	switch classes = strings.ToUpper(classes); {
	case strings.Contains(classes, "AUTHORIZED FOR HIRE"):
		return new(true)
	case notForHire.MatchString(classes):
		return new(false)
	}

	for _, a := range f.listed() {
		if carries(a.Kind) {
			return new(true)
		}
	}
	if f.live != nil && (f.live.Common == "A" || f.live.Contract == "A") {
		return new(true)
	}
	return nil
}

func (f *facts) operation() string {
	if len(f.census) > 0 && f.census[0].Operation != "" {
		return string(f.census[0].Operation)
	}
	if f.live != nil {
		return string(f.live.Operation.Code)
	}
	return ""
}

func (f *facts) interstate() *bool {
	switch f.operation() {
	case "A":
		return new(true)
	case "B", "C":
		return new(false)
	}
	return nil
}

func docketOrNull(text string) *string {
	docket, _ := fmcsa.Docket(text)
	return response.OrNull(docket)
}
