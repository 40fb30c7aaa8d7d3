// Package politics answers the route that puts an organisation's campaign money, lobbying and federal awards beside
// each other. The registers have no identifier in common: each part shows the name that it found.
package politics

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/politics"
	"github.com/farebox/farebox/internal/party/awardees"
	"github.com/farebox/farebox/internal/party/lobbyspend"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
	"github.com/farebox/farebox/internal/upstream/openfec"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

// budget is what each register may take.
const budget = 20 * time.Second

// The names of the requests in answers.
const (
	srcCommittees = "openfec_committees"
	srcGifts      = "openfec_employer"
	srcLobbying   = "lda"
	srcAwards     = "usaspending_recipients"
)

const (
	mostCommittees = 10
	mostSums       = 10
	mostOthers     = 5
	mostIssues     = 5

	// mostGifts is one page of the source.
	mostGifts = 100
)

// Handlers answers the politics routes.
type Handlers struct {
	fec        *openfec.Client
	spend      *lobbyspend.Reader
	recipients *awardees.Finder
	names      *names.Engine
	now        func() time.Time
}

// New returns the handlers over the pool's providers. The engine compares names; now is the clock for periods and
// years.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		fec:        openfec.New(pool),
		spend:      lobbyspend.New(pool, engine, now),
		recipients: awardees.New(pool, engine),
		names:      engine,
		now:        now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// parts is what the registers gave; nil is what failed or was not found.
type parts struct {
	committees *openfec.CommitteePage
	gifts      *openfec.ReceiptPage
	lobbying   *lobbying
	awards     *awardees.Found
}

// lobbying is what the register of lobbying says: the spending, or why the name means none of its clients.
type lobbying struct {
	spent   *lobbyspend.Spend
	refusal *problem.Problem
}

// PoliticsProfile answers GET /politics/profile: all registers side by side.
func (h *Handlers) PoliticsProfile(
	ctx context.Context, req gen.PoliticsProfileRequestObject,
) (gen.PoliticsProfileResponseObject, error) {
	asked, err := samename.NameOf("name", req.Params.Name)
	if err != nil {
		return nil, err
	}
	form, err := h.names.Prepare(names.Company, asked, "US")
	if err != nil {
		return nil, problem.Invalid("name", "name must be the name of an organisation")
	}

	now := h.now().UTC()
	period := openfec.ReportedPeriod(now)
	got, fused := h.gather(ctx, asked, period, []int{now.Year(), now.Year() - 1})
	if err := fused.Err(); err != nil {
		return nil, err
	}
	var nobody *problem.Problem
	if errors.As(fused.Failure(srcAwards), &nobody) && !got.named() {
		return nil, nobody
	}

	p := &profile{
		asked:   asked,
		form:    form,
		engine:  h.names,
		ownKey:  h.fec.HasOwnKey(),
		parts:   got,
		outcome: fused,
	}
	sources := p.sources()
	if p.unknown() && !response.Partial(sources) {
		return nil, problem.NotFound("name", "none of the registers that were asked has an organisation of this name; the "+
			"FEC is asked for %d characters and more", openfec.LeastCharacters)
	}
	return gen.PoliticsProfile200JSONResponse{
		Query:         asked,
		Fec:           p.fec(period),
		Lobbying:      p.lobbyingPart(),
		FederalAwards: p.awardsPart(),
		Notes:         p.notes(),
		Sources:       sources,
		Partial:       tooShort(asked) || response.Partial(sources) || p.lacksAmounts(),
		AsOf:          response.AsOf(p.sources()),
		CheckedAt:     now.Truncate(time.Second),
		Disclaimer:    openfec.Disclaimer + " " + lda.Disclaimer,
		Attribution: openfec.Provider.Attribution + "; " + lda.Provider.Attribution + "; " +
			usaspending.Attribution,
	}, nil
}

// named says whether campaign money or lobbying has the name: there are companies such as On AG.
func (all parts) named() bool {
	return all.lobbying != nil && all.lobbying.spent != nil ||
		all.committees != nil && len(all.committees.Committees) > 0 ||
		all.gifts != nil && len(all.gifts.Receipts) > 0
}

// unknown says whether no register that was asked has anything that holds the name.
func (p *profile) unknown() bool {
	all := p.parts
	noMoney := all.committees != nil && len(all.committees.Committees) == 0 &&
		all.gifts != nil && len(all.gifts.Receipts) == 0
	return (noMoney || tooShort(p.asked)) &&
		all.lobbying != nil && all.lobbying.spent == nil && all.lobbying.refusal.Status == http.StatusNotFound &&
		all.awards != nil && all.awards.Compared == 0
}

// gather asks the registers.
func (h *Handlers) gather(
	ctx context.Context, asked string, period int, years []int,
) (parts, upstream.Fused[func(*parts)]) {
	registers := []upstream.Source[func(*parts)]{
		upstream.Main(upstream.Part(srcLobbying, budget,
			func(ctx context.Context) (*lobbying, error) { return h.lobbying(ctx, asked, years) },
			func(all *parts, l *lobbying) { all.lobbying = l })),
		upstream.Part(srcAwards, budget,
			func(ctx context.Context) (*awardees.Found, error) { return h.recipients.Find(ctx, "name", asked) },
			func(all *parts, found *awardees.Found) { all.awards = found }),
	}
	if !tooShort(asked) {
		registers = append(h.campaignMoney(asked, period), registers...)
	}

	var got parts
	fused := upstream.FuseInto(ctx, &got, registers...)
	return got, fused
}

// tooShort says whether the FEC takes no search for the name.
func tooShort(name string) bool { return utf8.RuneCountInString(name) < openfec.LeastCharacters }

// campaignMoney are the two requests to the FEC, which wants all words: few people write the legal form of their
// employer.
func (h *Handlers) campaignMoney(asked string, period int) []upstream.Source[func(*parts)] {
	if plain := h.names.Plain(asked); !tooShort(plain) {
		asked = plain
	}
	return []upstream.Source[func(*parts)]{
		upstream.Main(upstream.Part(srcCommittees, budget,
			func(ctx context.Context) (*openfec.CommitteePage, error) {
				return h.fec.FindCommittees(ctx, asked, mostCommittees)
			},
			func(all *parts, page *openfec.CommitteePage) { all.committees = page })),
		upstream.Main(upstream.Part(srcGifts, budget,
			func(ctx context.Context) (*openfec.ReceiptPage, error) {
				return h.fec.Receipts(ctx, openfec.ReceiptQuery{
					Employer: asked,
					Period:   period,
					Limit:    mostGifts,
				})
			},
			func(all *parts, page *openfec.ReceiptPage) { all.gifts = page })),
	}
}

// lobbying reads the spending. A name that fits no client, or several, is an answer here.
func (h *Handlers) lobbying(ctx context.Context, asked string, years []int) (*lobbying, error) {
	spent, err := h.spend.Read(ctx, asked, "", years)
	var refusal *problem.Problem
	if errors.As(err, &refusal) && refusal.Status < 500 {
		return &lobbying{refusal: refusal}, nil
	}
	if err != nil {
		return nil, err
	}
	return &lobbying{spent: spent}, nil
}

// text is a text of a source, null when it is blank.
func text(s string) *string { return response.OrNull(strings.TrimSpace(s)) }

// whole is a score of the names engine as answers give it.
func whole(x float64) int { return int(math.Floor(x + 0.5)) }
