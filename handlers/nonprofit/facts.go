package nonprofit

import (
	"context"
	"errors"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/nonprofit/exempt"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/irs"
)

// facts is what the IRS's lists say of an EIN. The error of a list is NotFound when it does not have the EIN.
type facts struct {
	ein         int
	master      *irs.Organization
	listed      *irs.Listing
	revocations []irs.Revocation // the latest first

	masterErr, listedErr, revokedErr error

	central       *irs.Organization // that holds the group exemption; nil when it is not known
	centralListed *bool
}

// gather looks into the lists, which takes some tens of microseconds each.
func (h *Handlers) gather(ctx context.Context, ein int) *facts {
	f := &facts{ein: ein}
	f.master, f.masterErr = h.lists.Organization(ctx, ein)
	f.listed, f.listedErr = h.lists.Listing(ctx, ein)
	f.revocations, f.revokedErr = h.lists.Revocations(ctx, ein)
	if f.master == nil || !grouped(f.master) || f.role() == gen.Central {
		return f
	}

	central, err := h.lists.Central(ctx, f.master.Group)
	if err != nil {
		return f
	}
	f.central = central
	_, err = h.lists.Listing(ctx, central.EIN)
	if err == nil || errors.Is(err, upstream.NotFound) {
		f.centralListed = new(err == nil)
	}
	return f
}

// err is nil when the lists come to a status, or all that it depends on were asked. A status that is undetermined for
// want of a list is nothing to be sold.
func (f *facts) err() error {
	if f.state() != gen.Undetermined {
		return nil
	}
	for _, err := range []error{f.masterErr, f.revokedErr, f.listedErr} {
		if err != nil && !absent(err) {
			return err
		}
	}
	return nil
}

// absent says whether a list was asked and does not have the EIN.
func absent(err error) bool { return errors.Is(err, upstream.NotFound) }

func (f *facts) found() bool {
	return f.master != nil || f.listed != nil || len(f.revocations) > 0
}

// foundOnAny is null when no list has the EIN and one was not asked.
func (f *facts) foundOnAny() *bool {
	switch {
	case f.found():
		return new(true)
	case absent(f.masterErr) && absent(f.listedErr) && absent(f.revokedErr):
		return new(false)
	}
	return nil
}

// revoked says whether the latest revocation stands.
func (f *facts) revoked() bool {
	return len(f.revocations) > 0 && f.revocations[0].Reinstated.IsZero()
}

// contradicted says whether another list still has an organisation whose revocation stands: one of the two is older
// than what happened, and the lists do not say which.
func (f *facts) contradicted() bool {
	inForce := f.master != nil && recognised(f.master.Status)
	return f.revoked() && (inForce || f.listed != nil)
}

// state is what the lists come to. A list that is not loaded decides nothing: what it may say is undetermined.
func (f *facts) state() gen.NonprofitState {
	switch {
	case f.contradicted():
		return gen.Conflicting
	case f.revoked():
		return gen.Revoked

	case !absent(f.revokedErr) && len(f.revocations) == 0: // whether it was revoked is not known
		return gen.Undetermined
	case f.master != nil && recognised(f.master.Status):
		if f.listed != nil {
			return gen.ActiveDeductible
		}
		return gen.Active
	case f.master == nil && !absent(f.masterErr), f.master != nil:
		return gen.Undetermined
	case len(f.revocations) > 0:
		return gen.Reinstated
	case f.listed != nil, !absent(f.listedErr):
		return gen.Undetermined
	}
	return gen.NotFound
}

// recognised says whether a status code stands for an exemption in force.
func recognised(status string) bool { return status == "01" || status == "02" }

// deductible says whether gifts are deductible in general, null when the lists do not settle it.
func (f *facts) deductible() *bool {
	switch {
	case f.contradicted():
		return nil
	case f.revoked() && (f.master == nil && !absent(f.masterErr) || !absent(f.listedErr)): // it may be contradicted
		return nil
	case f.revoked():
		return new(false)
	case !absent(f.revokedErr) && len(f.revocations) == 0:
		return nil

	case f.listed != nil:
		return new(true)
	case f.master == nil:
		return nil
	case f.master.Deductibility == "2":
		return new(false)
	case f.master.Deductibility == "1" && recognised(f.master.Status) && (f.church() || f.role() == gen.Subordinate):
		return new(true)
	}
	return nil
}

func (f *facts) church() bool {
	return f.master.Foundation == foundationChurch || f.master.FilingRequired == filingChurch
}

// grouped says whether an organisation has a group exemption number.
func grouped(o *irs.Organization) bool { return o.Group != "" && o.Group != "0000" }

// role is that in the group exemption, "" when there is none.
func (f *facts) role() gen.NonprofitGroupRole {
	if f.master == nil || !grouped(f.master) {
		return ""
	}
	switch f.master.Affiliation {
	case affiliationCentral, affiliationCentralChurch:
		return gen.Central
	case affiliationIntermediate, affiliationSubordinate:
		return gen.Subordinate
	}
	return gen.Member
}

func (f *facts) group() *gen.NonprofitGroup {
	role := f.role()
	if role == "" {
		return nil
	}

	group := &gen.NonprofitGroup{
		Number:         f.master.Group,
		Role:           role,
		CentralInPub78: f.centralListed,
	}

	switch {
	case role == gen.Central:
		group.CentralEin = new(written(f.ein))
		group.CentralName = &f.master.Name
		group.CentralInPub78 = f.isListed()
	case f.central != nil:
		group.CentralEin = new(written(f.central.EIN))
		group.CentralName = &f.central.Name
	}

	return group
}

// isListed says whether Publication 78 has the EIN, null when it is not loaded.
func (f *facts) isListed() *bool {
	if f.listed == nil && !absent(f.listedErr) {
		return nil
	}
	return new(f.listed != nil)
}

func (f *facts) revocation() *gen.NonprofitRevocation {
	if len(f.revocations) == 0 {
		return nil
	}
	latest := f.revocations[0]
	return &gen.NonprofitRevocation{
		Revoked:        latest.Reinstated.IsZero(),
		RevokedDate:    *response.Date(latest.Revoked),
		PostedDate:     response.Date(latest.Posted),
		ReinstatedDate: response.Date(latest.Reinstated),
		Times:          len(f.revocations),
	}
}

// name is that of the first list that has one.
func (f *facts) name() *string {
	switch {
	case f.master != nil:
		return &f.master.Name
	case f.listed != nil:
		return response.OrNull(f.listed.Name)
	case len(f.revocations) > 0:
		return response.OrNull(f.revocations[0].Name)
	}
	return nil
}

// subsection is that of the master file, else of the latest revocation.
func (f *facts) subsection() *string {
	switch {
	case f.master != nil:
		return subsection(f.master.Subsection)
	case len(f.revocations) > 0:
		return subsection(f.revocations[0].Subsection)
	}
	return nil
}

// masterFile is what the master file says.
func masterFile(o *irs.Organization) *gen.NonprofitMasterFile {
	if o == nil {
		return nil
	}
	return &gen.NonprofitMasterFile{
		Status:            coded(o.Status, statusCodes),
		Deductibility:     coded(o.Deductibility, deductibilityCodes),
		Foundation:        coded(o.Foundation, foundationCodes),
		Affiliation:       coded(o.Affiliation, affiliationCodes),
		Form:              coded(o.Form, formCodes),
		FilingRequirement: coded(o.FilingRequired, filingCodes),
		RulingMonth:       month(o.Ruling),
		LatestTaxPeriod:   month(o.TaxPeriod),
	}
}

// notes say what the facts leave open, so that nobody reads an absence as a no.
func (f *facts) notes() []string {
	notes := []string{}
	say := func(note string) { notes = append(notes, note) }

	if f.revoked() && f.master != nil {
		say("The revocation list has no reinstatement, and the master file lists the organisation" + f.ruledSince() +
			". The master file may be the newer one: ask the IRS, or the organisation for its latest " +
			"determination letter.")
	}
	if f.revoked() && f.listed != nil {
		say("Publication 78 lists the organisation although the revocation list has no reinstatement.")
	}
	if len(f.revocations) > 0 && !f.revoked() {
		say("The exemption was revoked for not filing and has been reinstated; the list keeps such lines.")
	}
	if f.master != nil && absent(f.listedErr) {
		say(f.whyNotListed())
	}
	if f.master == nil && absent(f.masterErr) && (f.listed != nil || absent(f.listedErr)) && !f.revoked() {
		say("The master file lists organisations that the IRS has recognised. Churches need no recognition, and " +
			"subordinates of a group exemption may be missing, so that one that is not listed can still be exempt.")
	}
	if f.master != nil && !recognised(f.master.Status) {
		say("The status code in the master file is not one of an exemption in force without more.")
	}
	return append(notes, f.unread()...)
}

// ruledSince reports a ruling after the revocation, which is how an exemption comes back.
func (f *facts) ruledSince() string {
	ruled := month(f.master.Ruling)
	if ruled == nil || *ruled <= f.revocations[0].Revoked.Format("2006-01") {
		return ""
	}
	return ", by a ruling of " + *ruled + ", after the revocation"
}

// whyNotListed says why an organisation in the master file may not be in Publication 78.
func (f *facts) whyNotListed() string {
	switch {
	case f.role() == gen.Subordinate:
		return "Subordinates of a group exemption are not listed in Publication 78: the listing of the central " +
			"organisation " +
			"covers them."
	case f.church():
		return "Churches need not be listed in Publication 78: gifts to them can be deductible all the same."
	case f.master.Deductibility == "2":
		return "Publication 78 lists only organisations that can receive deductible contributions; by the master " +
			"file this " +
			"one cannot. That does not make it taxable."
	}
	return "Not in Publication 78. That is not the same as not exempt: the list is of another day than the master " +
		"file, and " +
		"leaves out some organisations that are."
}

// unread tells of lists that were not asked.
func (f *facts) unread() []string {
	var notes []string
	for _, list := range []struct {
		err  error
		note string
	}{
		{f.masterErr, "The master file had no say: whether the organisation is recognised is not known here."},
		{f.listedErr, "Publication 78 had no say: whether the organisation is listed there is not known here."},
		{f.revokedErr, "The revocation list had no say: whether the exemption was revoked is not known here."},
	} {
		if list.err != nil && !absent(list.err) {
			notes = append(notes, list.note)
		}
	}
	return notes
}

// sources are the three lists.
func (h *Handlers) sources(f *facts) []shared.Source {
	return []shared.Source{
		h.list(exempt.MasterFile, f.masterErr),
		h.list(exempt.Publication78, f.listedErr),
		h.list(exempt.Revocations, f.revokedErr),
	}
}
