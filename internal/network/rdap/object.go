package rdap

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/upstream"
)

// Domain is a registration without anything about persons. Caches hold it as JSON under names of its own, which are not
// those of RDAP.
type Domain struct {
	Server      string // host of the RDAP server that answered
	Name        string // A-labels, lower case
	Registrar   string // "" when the registry gives no name
	RegistrarID string // number in IANA's list of registrars
	Handle      string // of the registrar at the registry, which is all that some give; "" for a number
	Created     *time.Time
	Changed     *time.Time
	Expires     *time.Time // many country registries have no such date
	Statuses    []string   // lower case, as given; nil when not said
	Nameservers []string   `json:"Servers"` // lower case; nil when not said
	Signed      *bool      // DNSSEC; nil when not said
	Related     string     // the registration on the registrar's own server, "" when the registry does not link to it
	Odd         bool       // a part of the answer is not of the form that the standard gives it, and was not read
}

// object is the harmless part of an RDAP answer. RFC 9083 makes all members optional; see [standard].
type object struct {
	Class       string          `json:"objectClassName,omitempty"`
	ErrorCode   int             `json:"errorCode,omitempty"`
	LDHName     string          `json:"ldhName,omitempty"`
	Status      texts           `json:"status,omitempty"`
	Events      lenient[event]  `json:"events,omitempty"`
	Entities    lenient[entity] `json:"entities,omitempty"`
	Links       lenient[link]   `json:"links,omitempty"`
	Nameservers lenient[struct {
		LDHName string `json:"ldhName"`
	}] `json:"nameservers,omitempty"`
	SecureDNS struct {
		Signed flag `json:"delegationSigned,omitzero"`
	} `json:"secureDNS,omitzero"`

	odd    bool
	readAt time.Time // when it was given: nothing was registered or changed after that
}

// standard is what is read of a domain in the form that RFC 9083 gives it: every member is optional there, and what is
// there has its type. Answers of another form are read all the same, as far as they go, and are marked as odd.
type standard struct {
	Status []string `json:"status,omitempty"`
	Events []struct {
		Action string `json:"eventAction"`
		Date   string `json:"eventDate,omitempty"`
	} `json:"events,omitempty"`
	Entities []struct {
		Handle    string   `json:"handle,omitempty"`
		Roles     []string `json:"roles,omitempty"`
		Card      []any    `json:"vcardArray,omitempty"`
		PublicIDs []struct {
			Type       string `json:"type"`
			Identifier string `json:"identifier"`
		} `json:"publicIds,omitempty"`
	} `json:"entities,omitempty"`
	Nameservers []struct {
		LDHName string `json:"ldhName"`
	} `json:"nameservers,omitempty"`
	SecureDNS *struct {
		Signed *bool `json:"delegationSigned,omitempty"`
	} `json:"secureDNS,omitempty"`
}

// readObject reads an answer of a time; false when it is no JSON. A member of another kind than the standard says is
// passed over.
func readObject(raw []byte, at time.Time) (*object, bool) {
	var o object
	err := json.Unmarshal(raw, &o)
	var odd *json.UnmarshalTypeError
	o.readAt = at
	o.odd = upstream.Decode(raw, &standard{}) != nil
	return &o, err == nil || errors.As(err, &odd)
}

type event struct {
	Action string `json:"eventAction"`
	Date   string `json:"eventDate"`
}

type link struct {
	Rel  string `json:"rel"`
	Href string `json:"href"`
	Type string `json:"type"`
}

// flag is a boolean that some servers write as a text; nil when it is neither.
type flag struct{ is *bool }

// UnmarshalJSON takes both forms.
func (f *flag) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(strings.Trim(string(raw), `"`)) {
	case "true":
		f.is = new(bool)
		*f.is = true
	case "false":
		f.is = new(bool)
	}
	return nil
}

// texts is a list of texts that some servers write as one text; nil when there is none that can be read.
type texts []string

// UnmarshalJSON takes both forms, and passes over what is neither.
func (t *texts) UnmarshalJSON(raw []byte) error {
	var list []any
	if json.Unmarshal(raw, &list) != nil {
		list = []any{nil}
		_ = json.Unmarshal(raw, &list[0])
	}
	if list != nil && len(list) == 0 {
		*t = texts{}
	}
	for _, v := range list {
		if s, ok := v.(string); ok {
			*t = append(*t, s)
		}
	}
	return nil
}

// lenient is a list whose members, or which itself, may be of another shape than the standard says: what cannot be read is
// passed over, because a date in the wrong form is no reason to lose the registrar. It is nil when there is none, or
// nothing in it can be read.
type lenient[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *lenient[T]) UnmarshalJSON(raw []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	if list != nil && len(list) == 0 {
		*l = lenient[T]{}
	}
	for _, member := range list {
		var v T
		if string(member) != "null" && json.Unmarshal(member, &v) == nil {
			*l = append(*l, v)
		}
	}
	return nil
}

// entity keeps of a contact who it is only if it is a registrar. Everything else that it may say (names, mail,
// telephone, post) is not even decoded into it.
type entity struct {
	roles  []string
	name   string
	id     string
	handle string
	blank  bool // its card names nobody
}

// UnmarshalJSON reads the roles first, and the card only for registrars.
func (e *entity) UnmarshalJSON(raw []byte) error {
	var in struct {
		Roles     texts           `json:"roles,omitempty"`
		Card      json.RawMessage `json:"vcardArray,omitempty"`
		Handle    string          `json:"handle,omitempty"`
		PublicIDs lenient[struct {
			Type       string `json:"type"`
			Identifier string `json:"identifier"`
		}] `json:"publicIds,omitempty"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}

	e.roles = in.Roles
	if !e.is("registrar") {
		return nil
	}

	properties := []string{"fn", "org"}
	if slices.Contains(cardValues(in.Card, "kind"), "individual") { // the name is that of somebody who works there
		properties = properties[1:]
	}

	for _, property := range properties {
		for _, v := range cardValues(in.Card, property) {
			e.name = cmp.Or(e.name, v)
		}
	}

	e.blank = len(in.Card) > 0 && e.name == ""
	for _, id := range in.PublicIDs {
		if strings.EqualFold(id.Type, "IANA Registrar ID") {
			e.id = id.Identifier
		}
	}

	if !digitsOnly(in.Handle) {
		e.handle = strings.TrimSpace(in.Handle) // all that .cz and .ar say: REG-INTERNET-CZ, nicar
	}
	return nil
}

// digitsOnly is true for a handle that names nobody: it is a number in the registry's own list, or in IANA's.
func digitsOnly(handle string) bool { return strings.Trim(handle, "0123456789 ") == "" }

func (e *entity) is(role string) bool {
	return slices.ContainsFunc(e.roles, func(r string) bool { return strings.EqualFold(r, role) })
}

// cardValues are the texts of one property of a jCard (RFC 7095): ["vcard", [[name, {}, type, value...], ...]]. Values that are
// lists have their first text taken.
func cardValues(card json.RawMessage, property string) []string {
	var parts []json.RawMessage
	if json.Unmarshal(card, &parts) != nil || len(parts) < 2 {
		return nil
	}

	var properties []json.RawMessage
	if json.Unmarshal(parts[1], &properties) != nil {
		return nil
	}

	var out []string
	for _, raw := range properties {
		var fields []any
		if json.Unmarshal(raw, &fields) != nil || len(fields) < 4 {
			continue
		}
		if name, ok := fields[0].(string); !ok || !strings.EqualFold(name, property) {
			continue
		}
		value := fields[3]
		if list, ok := value.([]any); ok && len(list) > 0 {
			value = list[0]
		}
		if s, ok := value.(string); ok && strings.TrimSpace(s) != "" {
			out = append(out, strings.TrimSpace(s))
		}
	}

	return out
}

// domainCalled is domain, and an error when the answer is about another one than was asked for. Servers write the name in
// either form, or leave it out.
func (o *object) domainCalled(name string) (*Domain, error) {
	d, err := o.domain()
	if err != nil {
		return nil, err
	}
	if d.Name != "" && d.Name != name {
		if h, err := hostname.Parse(d.Name); err != nil || h.ASCII != name {
			return nil, upstream.BadResponse.Errorf("an RDAP answer about another domain")
		}
	}
	d.Name = name
	return d, nil
}

func (o *object) domain() (*Domain, error) {
	d := &Domain{
		Name: strings.ToLower(strings.TrimSuffix(o.LDHName, ".")), Created: o.past("registration"), Changed: o.past("last changed"), Expires: o.date("expiration"),
		Signed: o.SecureDNS.Signed.is,
	}
	d.Odd = o.odd
	if o.Status != nil && len(o.Status) == 0 {
		d.Statuses = []string{}
	}
	if o.Nameservers != nil && len(o.Nameservers) == 0 {
		d.Nameservers = []string{}
	}

	for _, s := range o.Status {
		if s = strings.ToLower(strings.TrimSpace(s)); s != "" && !slices.Contains(d.Statuses, s) {
			d.Statuses = append(d.Statuses, s)
		}
	}

	for _, ns := range o.Nameservers {
		if name := strings.ToLower(strings.TrimSuffix(ns.LDHName, ".")); name != "" && !slices.Contains(d.Nameservers, name) {
			d.Nameservers = append(d.Nameservers, name)
		}
	}

	for _, e := range o.Entities {
		if e.is("registrar") && d.Registrar == "" {
			d.Registrar = e.name
			d.RegistrarID = e.id
			d.Handle = e.handle
			d.Odd = d.Odd || e.blank
		}
	}

	for _, l := range o.Links {
		u, err := url.Parse(l.Href)
		if err == nil && l.Rel == "related" && strings.HasPrefix(l.Type, "application/rdap+json") && (u.Scheme == "https" || u.Scheme == "http") {
			d.Related = l.Href
			break
		}
	}

	return d, nil
}

// layouts of dates: servers leave out the zone, its colon, the time or the T.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05Z0700", "2006-01-02 15:04:05",
	"2006-01-02T15:04Z07:00", time.DateOnly,
}

// past is when the action happened, nil and odd for a day that has not come: the clock of a server may be ahead by one.
func (o *object) past(action string) *time.Time {
	t := o.date(action)
	if t == nil || o.readAt.IsZero() || t.Before(o.readAt.AddDate(0, 0, 1)) {
		return t
	}
	o.odd = true
	return nil
}

// date is when the action happened, in UTC. Dates before the DNS and placeholders in the far future are dropped.
func (o *object) date(action string) *time.Time {
	for _, e := range o.Events {
		if !strings.EqualFold(e.Action, action) {
			continue
		}
		for _, layout := range layouts {
			if t, err := time.Parse(layout, strings.TrimSpace(e.Date)); err == nil && t.Year() > 1980 && t.Year() < 9999 {
				t = t.UTC()
				return &t
			}
		}
	}
	return nil
}
