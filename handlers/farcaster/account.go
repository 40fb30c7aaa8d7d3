package farcaster

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

// account is what the sources know about an account. Nil, "" and lists that are nil are not known.
type account struct {
	fid       int64
	name      string
	display   string
	bio       string
	picture   string
	banner    string
	page      string
	place     string
	custody   string
	followers *int
	following *int
	ethereum  []string
	solana    []string
	primary   gen.FarcasterPrimary
	linked    []gen.FarcasterLinked
	since     time.Time
	pro       *bool
	quality   *int
	whole     bool // what it does not say of itself it has not set

	bySource string // the provider that gave it
	sources  []shared.Source
}

func ofNode(u *farcaster.User, source string) account {
	a := account{
		fid:       u.FID,
		name:      u.Username,
		display:   u.DisplayName,
		bio:       u.Profile.Bio.Text,
		picture:   u.Picture,
		banner:    u.Profile.Banner.URL,
		page:      u.URL,
		custody:   lower(u.Custody),
		followers: u.Followers,
		following: u.Following,
		bySource:  source,
	}
	if strings.HasPrefix(a.name, "!") || strings.HasPrefix(a.name, "fid:") {
		a.name = "" // what sources write for an account without a name
	}
	var place []string
	for _, part := range []string{
		u.Profile.Location.Address.City,
		u.Profile.Location.Address.State,
		u.Profile.Location.Address.CountryName,
	} {
		if part != "" {
			place = append(place, part)
		}
	}
	a.place = strings.Join(place, ", ")

	switch {
	case u.Verified != nil:
		a.ethereum = lowered(u.Verified.Ethereum)
		a.solana = response.Items(u.Verified.Solana)
		a.primary = gen.FarcasterPrimary{
			Ethereum: response.OrNull(lower(u.Verified.Primary.Ethereum)),
			Solana:   response.OrNull(u.Verified.Primary.Solana),
		}
	case u.Verifications != nil:
		a.ethereum = slices.DeleteFunc(lowered(u.Verifications), func(address string) bool {
			return !strings.HasPrefix(address, "0x") // this older list has no others for sure
		})
	}
	for _, l := range u.Linked {
		a.linked = append(a.linked, gen.FarcasterLinked{Platform: l.Platform, Username: l.Username})
	}
	if source == farcaster.Neynar.Name {
		a.whole = true
		a.linked = response.Items(a.linked)
		a.pro = new(u.Pro != nil && u.Pro.Status == "subscribed")
	} else {
		a.primary = gen.FarcasterPrimary{} // hypersnap gives the first address, whatever the account chose
	}
	if u.Score != nil && *u.Score >= 0 && *u.Score <= 1 {
		a.quality = new(int(math.Round(*u.Score * 100)))
	}
	if at, err := time.Parse(time.RFC3339, u.Registered); err == nil && at.Year() > 1970 {
		a.since = at
	}
	return a
}

func ofApp(u *farcaster.AppUser) account {
	return account{
		fid:       u.FID,
		name:      u.Username,
		display:   u.DisplayName,
		bio:       u.Profile.Bio.Text,
		picture:   u.Picture.URL,
		place:     u.Profile.Location.Description,
		custody:   lower(u.Custody),
		followers: u.Followers,
		following: u.Following,
		bySource:  farcaster.App.Name,
	}
}

func lower(address string) string {
	if strings.HasPrefix(address, "0x") {
		return strings.ToLower(address)
	}
	return address
}

func lowered(addresses []string) []string {
	return response.Items(response.Each(addresses, lower))
}

// find gives an account by the first source that has it, in their order. That nobody has it can be said when all that
// were asked say so, or Neynar does: what else answers knows a part of the network, or lags behind.
func (h *Handlers) find(ctx context.Context, w who) (account, error) {
	var found *account
	var sources []shared.Source
	var none absence
	try := func(name string, call func(context.Context) (account, error)) {
		if found != nil {
			sources = append(sources, skipped(name))
			return
		}
		a, source, err := response.Ask(ctx, name, call)
		sources = append(sources, source)
		if err == nil {
			found = &a
			return
		}
		none.add(name, err)
	}
	for _, node := range []*farcaster.Node{h.hosted, h.community} {
		try(node.Name(), func(ctx context.Context) (account, error) {
			u, err := byNode(ctx, node, w)
			if err != nil {
				return account{}, err
			}
			return ofNode(u, node.Name()), nil
		})
	}
	try(farcaster.App.Name, func(ctx context.Context) (account, error) {
		u, err := h.byApp(ctx, w)
		if err != nil {
			return account{}, err
		}
		return ofApp(u), nil
	})

	switch {
	case found != nil:
		found.sources = sources
		return *found, nil
	case none.isSure():
		return account{}, problem.NotFound(w.field(), "no account of Farcaster has this %s", w.field())
	}
	return account{sources: sources}, none.failure()
}

// absence is what sources say that have nothing.
type absence struct {
	hosted bool  // Neynar says that there is none
	told   bool  // some source does
	broken error // the last one that failed
	unset  error // the last one that is not set up
}

func (a *absence) add(source string, err error) {
	switch {
	case missing(err):
		a.told = true
		a.hosted = a.hosted || source == farcaster.Neynar.Name
	case upstream.KindOf(err) == upstream.NotConfigured:
		a.unset = err
	default:
		a.broken = err
	}
}

func (a *absence) isSure() bool { return a.hosted || a.told && a.broken == nil }

// failure is why it is not sure that there is none.
func (a *absence) failure() error {
	if a.broken != nil {
		return a.broken
	}
	return a.unset
}

func byNode(ctx context.Context, node *farcaster.Node, w who) (*farcaster.User, error) {
	if w.name != "" {
		return node.ByUsername(ctx, w.name)
	}
	return node.ByFID(ctx, w.fid)
}

func (h *Handlers) byApp(ctx context.Context, w who) (*farcaster.AppUser, error) {
	if w.name != "" {
		return h.app.ByUsername(ctx, w.name)
	}
	return h.app.ByFID(ctx, w.fid)
}

// told are the messages of an account that add to what a source has about it. A part that failed is nil.
type told struct {
	data          map[string]string
	verifications []farcaster.Verification
	since         *time.Time
	lastCast      *time.Time
}

// Parts of what a node's messages tell.
const (
	partData          = "data"
	partVerifications = "verifications"
	partSince         = "registration"
	partCasts         = "casts"
)

// messages asks the community node for parts of an account, side by side. One source stands for all of them, with the
// first failure.
func (h *Handlers) messages(ctx context.Context, fid int64, parts ...string) (told, shared.Source) {
	calls := map[string]upstream.Source[func(*told)]{
		partData: upstream.Part(partData, 0,
			func(ctx context.Context) (map[string]string, error) { return h.raw.UserData(ctx, fid) },
			func(t *told, data map[string]string) { t.data = data }),
		partVerifications: upstream.Part(partVerifications, 0,
			func(ctx context.Context) ([]farcaster.Verification, error) {
				return h.raw.Verifications(ctx, fid)
			},
			func(t *told, list []farcaster.Verification) { t.verifications = response.Items(list) }),
		partSince: upstream.Part(partSince, 0,
			func(ctx context.Context) (time.Time, error) { return h.raw.Registered(ctx, fid) },
			func(t *told, at time.Time) { t.since = &at }),
		partCasts: upstream.Part(partCasts, 0,
			func(ctx context.Context) (time.Time, error) { return h.raw.LastCast(ctx, fid) },
			func(t *told, at time.Time) { t.lastCast = &at }),
	}
	wanted := response.Each(parts, func(part string) upstream.Source[func(*told)] { return calls[part] })
	var t told
	asked, reads := upstream.WithReads(ctx)
	fused := upstream.FuseInto(asked, &t, wanted...)

	source := response.Read(farcaster.Snapchain.Name, reads, nil)
	var lacking []string
	for _, outcome := range fused {
		if status := outcome.Status(); status != upstream.StatusOK {
			source.Status = shared.SourceStatus(status)
		}
		if outcome.Err != nil {
			lacking = append(lacking, outcome.Name)
		}
	}
	if len(lacking) > 0 {
		source.Detail = new("not read: " + strings.Join(lacking, ", "))
	}
	return t, source
}

// add puts what an account says of itself where a source left it out.
func (a *account) add(t told) {
	if t.since != nil && a.since.IsZero() {
		a.since = *t.since
	}
	if t.data == nil {
		return
	}

	a.whole = true
	for to, kind := range map[*string]string{
		&a.display: farcaster.DataDisplay,
		&a.picture: farcaster.DataPicture,
		&a.bio:     farcaster.DataBio,
		&a.banner:  farcaster.DataBanner,
		&a.page:    farcaster.DataURL,
		&a.place:   farcaster.DataLocation,
	} {
		*to = cmp.Or(*to, strings.TrimPrefix(t.data[kind], "geo:"))
	}

	if a.linked == nil {
		a.linked = []gen.FarcasterLinked{}
		for _, l := range [][2]string{{"x", farcaster.DataTwitter}, {"github", farcaster.DataGitHub}} {
			if name := t.data[l[1]]; name != "" {
				a.linked = append(a.linked, gen.FarcasterLinked{Platform: l[0], Username: name})
			}
		}
	}

	a.primary.Ethereum = cmp.Or(a.primary.Ethereum, response.OrNull(lower(t.data[farcaster.DataEthereum])))
	a.primary.Solana = cmp.Or(a.primary.Solana, response.OrNull(t.data[farcaster.DataSolana]))
}

// verify puts verified addresses where a source left them out.
func (a *account) verify(list []farcaster.Verification) {
	if list == nil || a.ethereum != nil {
		return
	}
	a.ethereum = []string{}
	a.solana = []string{}
	for _, v := range list {
		to := &a.ethereum
		if v.Protocol == "solana" {
			to = &a.solana
		}
		if at := lower(v.Address); !slices.Contains(*to, at) {
			*to = append(*to, at)
		}
	}
}
