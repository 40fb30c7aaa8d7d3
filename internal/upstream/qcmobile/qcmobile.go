// Package qcmobile reads FMCSA's live system for carriers (QCMobile), which every registered carrier is in. It wants a
// key of the operator's own and corroborates what the open data say.
package qcmobile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the service, with one key for all of it.
var Provider = upstream.Provider{
	Name:        "fmcsa-qcmobile",
	Undeclared:  true,
	BaseURL:     "https://mobile.fmcsa.dot.gov/qc/services",
	Docs:        "https://mobile.fmcsa.dot.gov/QCDevsite/docs/qcApi",
	Attribution: "Federal Motor Carrier Safety Administration",
	Terms:       "public domain (17 USC 105)",
	Checked:     "recorded 2021-03",
	Keys: []upstream.Key{{
		Env:      "FMCSA_WEBKEY",
		Required: true,
		Query:    "webKey",
		Gives:    "FMCSA's live answer beside the open data",
	}},
	TTL:     time.Hour,
	Timeout: 12 * time.Second,
}

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Configured is nil, or the error that every call would give without a key.
func (c *Client) Configured() error { return c.c.Configured() }

// Text is a value: the service writes some numbers as strings.
type Text = scalar.Text

// Carrier is the snapshot of a carrier. The employer's number, which the service gives, is not read.
type Carrier struct {
	DOT              Text `json:"dotNumber"`
	LegalName        Text `json:"legalName"`
	DBAName          Text `json:"dbaName"`
	AllowedToOperate Text `json:"allowedToOperate"` // Y or N
	Status           Text `json:"statusCode"`       // A or I
	Street           Text `json:"phyStreet"`
	City             Text `json:"phyCity"`
	State            Text `json:"phyState"`
	ZIP              Text `json:"phyZipcode"`
	Country          Text `json:"phyCountry"`
	Operation        struct {
		Code Text `json:"carrierOperationCode"`
	} `json:"carrierOperation"`
	Common             Text `json:"commonAuthorityStatus"` // A active, I inactive, N none
	Contract           Text `json:"contractAuthorityStatus"`
	Broker             Text `json:"brokerAuthorityStatus"`
	BIPDOnFile         Text `json:"bipdInsuranceOnFile"` // thousands of dollars
	BIPDRequired       Text `json:"bipdRequiredAmount"`  // thousands of dollars
	BIPDIsRequired     Text `json:"bipdInsuranceRequired"`
	CargoOnFile        Text `json:"cargoInsuranceOnFile"`
	CargoRequired      Text `json:"cargoInsuranceRequired"`
	BondOnFile         Text `json:"bondInsuranceOnFile"`
	BondRequired       Text `json:"bondInsuranceRequired"`
	Rating             Text `json:"safetyRating"` // S, C or U
	RatedOn            Text `json:"safetyRatingDate"`
	PowerUnits         Text `json:"totalPowerUnits"`
	Drivers            Text `json:"totalDrivers"`
	OutOfServiceOn     Text `json:"oosDate"`
	Crashes            Text `json:"crashTotal"`
	FatalCrashes       Text `json:"fatalCrash"`
	InjuryCrashes      Text `json:"injCrash"`
	DriverInspections  Text `json:"driverInsp"`
	DriverOOS          Text `json:"driverOosInsp"`
	VehicleInspections Text `json:"vehicleInsp"`
	VehicleOOS         Text `json:"vehicleOosInsp"`
	HazmatInspections  Text `json:"hazmatInsp"`
	HazmatOOS          Text `json:"hazmatOosInsp"`
	Passenger          Text `json:"isPassengerCarrier"`
}

// Authority is what a docket of a carrier authorises for.
type Authority struct {
	Prefix    Text `json:"prefix"`
	Docket    Text `json:"docketNumber"`
	Common    Text `json:"commonAuthorityStatus"`
	Contract  Text `json:"contractAuthorityStatus"`
	Broker    Text `json:"brokerAuthorityStatus"`
	Property  Text `json:"authorizedForProperty"`
	Household Text `json:"authorizedForHouseholdGoods"`
	Passenger Text `json:"authorizedForPassenger"`
}

type carrierItem struct {
	Carrier *Carrier `json:"carrier"`
}

// Carrier is the snapshot of a USDOT number, NotFound when there is none.
func (c *Client) Carrier(ctx context.Context, dot string) (*Carrier, error) {
	item, err := content[carrierItem](ctx, c.c.Get("/carriers/{}", dot))
	if err != nil {
		return nil, err
	}
	if item.Carrier == nil || item.Carrier.DOT != Text(dot) {
		return nil, upstream.BadResponse.Errorf("fmcsa-qcmobile: another carrier than was asked for, or none")
	}
	return item.Carrier, nil
}

// ByName are the carriers with a name like this.
func (c *Client) ByName(ctx context.Context, name string) ([]Carrier, error) {
	return carriers(ctx, c.c.Get("/carriers/name/{}", name).Query("start", "1").Query("size", "50"))
}

// ByDocket are the carriers with a docket number: its letters, MC, and its digits. The service looks for the digits
// alone, so that each carrier it finds is asked for its own docket numbers.
func (c *Client) ByDocket(ctx context.Context, prefix, number string) ([]Carrier, error) {
	found, err := carriers(ctx, c.c.Get("/carriers/docket-number/{}", number))
	if err != nil {
		return nil, err
	}

	var holders []Carrier
	for _, carrier := range found {
		holds, err := c.holds(ctx, carrier, prefix, number)
		if err != nil {
			return nil, err
		}
		if holds {
			holders = append(holders, carrier)
		}
	}
	return holders, nil
}

// holds says whether a docket number is among those of a carrier.
func (c *Client) holds(ctx context.Context, carrier Carrier, prefix, number string) (bool, error) {
	list, err := content[[]struct {
		Prefix Text `json:"prefix"`
		Docket Text `json:"docketNumber"`
	}](ctx, c.c.Get("/carriers/{}/docket-numbers", string(carrier.DOT)))
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return false, err
	}
	for _, item := range list {
		if string(item.Prefix) == prefix && strings.TrimLeft(string(item.Docket), "0") == number {
			return true, nil
		}
	}
	return false, nil
}

func carriers(ctx context.Context, r *upstream.Request) ([]Carrier, error) {
	items, err := content[[]carrierItem](ctx, r)
	if err != nil {
		return nil, err
	}
	var list []Carrier
	for _, item := range items {
		if item.Carrier != nil && item.Carrier.DOT != "" {
			list = append(list, *item.Carrier)
		}
	}
	return list, nil
}

// Authorities are the dockets of a carrier and what they authorise for.
func (c *Client) Authorities(ctx context.Context, dot string) ([]Authority, error) {
	items, err := content[[]struct {
		Authority Authority `json:"carrierAuthority"`
	}](ctx, c.c.Get("/carriers/{}/authority", dot))
	var list []Authority
	for _, item := range items {
		list = append(list, item.Authority)
	}
	return list, err
}

// Cargo are the classes of cargo that a carrier declares, in words: "General Freight".
func (c *Client) Cargo(ctx context.Context, dot string) ([]string, error) {
	items, err := content[[]struct {
		Class Text `json:"cargoClassDesc"`
	}](ctx, c.c.Get("/carriers/{}/cargo-carried", dot))
	var list []string
	for _, item := range items {
		list = append(list, string(item.Class))
	}
	return list, err
}

// Classes are the classes of operation that a carrier declares: "Authorized For Hire".
func (c *Client) Classes(ctx context.Context, dot string) ([]string, error) {
	items, err := content[[]struct {
		Class Text `json:"operationClassDesc"`
	}](ctx, c.c.Get("/carriers/{}/operation-classification", dot))
	var list []string
	for _, item := range items {
		list = append(list, string(item.Class))
	}
	return list, err
}

// content asks and takes the envelope off. The service says by HTTP 200 and null that there is none, and by HTTP 404
// with words that it does not take the key.
func content[T any](ctx context.Context, r *upstream.Request) (T, error) {
	var envelope struct {
		Content T `json:"content"`
	}
	_, err := r.AcceptStatus(http.StatusNotFound).Check(hasContent).JSON(ctx, &envelope)
	return envelope.Content, err
}

func hasContent(resp *upstream.Response) error {
	var envelope struct {
		Content json.RawMessage `json:"content"`
	}
	if err := resp.JSON(&envelope); err != nil {
		return err
	}

	var words string
	body := bytes.TrimSpace(envelope.Content)
	switch {
	case len(body) == 0:
		return upstream.BadResponse.Errorf("an answer without content")
	case string(body) == "null" && resp.Status == http.StatusOK, string(body) == "[]":
		return upstream.NotFound.Errorf("no such carrier")
	case json.Unmarshal(body, &words) == nil && strings.Contains(strings.ToLower(words), "webkey"):
		return upstream.Unauthorized.Errorf("the key is not known")
	case resp.Status == http.StatusNotFound:
		return upstream.NotFound.Errorf("no such carrier")
	case body[0] != '{' && body[0] != '[':
		return upstream.BadResponse.Errorf("words instead of a record")
	}
	return nil
}
