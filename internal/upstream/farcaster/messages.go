package farcaster

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// epoch is where the times of messages begin. Those of events on chain and of proofs of names are Unix times.
var epoch = time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)

// Kinds of data that an account gives of itself.
const (
	DataDisplay  = "USER_DATA_TYPE_DISPLAY"
	DataPicture  = "USER_DATA_TYPE_PFP"
	DataBio      = "USER_DATA_TYPE_BIO"
	DataURL      = "USER_DATA_TYPE_URL"
	DataLocation = "USER_DATA_TYPE_LOCATION" // geo:34.05,-118.24
	DataTwitter  = "USER_DATA_TYPE_TWITTER"
	DataGitHub   = "USER_DATA_TYPE_GITHUB"
	DataBanner   = "USER_DATA_TYPE_BANNER"
	DataEthereum = "USER_DATA_PRIMARY_ADDRESS_ETHEREUM"
	DataSolana   = "USER_DATA_PRIMARY_ADDRESS_SOLANA"
)

// Verification is an address that an account has proved to control.
type Verification struct {
	Address  string
	Protocol string    // ethereum or solana
	At       time.Time // zero when not known
}

// MessageClient calls a node for messages.
type MessageClient struct{ c *upstream.Client }

// NewMessages makes a client of [Snapchain].
func NewMessages(pool *upstream.Pool) *MessageClient {
	m := &MessageClient{pool.Client(Snapchain)}
	m.c.Probe(m.probe)
	return m
}

// message is one message, with the body of its type.
type message struct {
	Data struct {
		FID       int64    `json:"fid"`
		Timestamp int64    `json:"timestamp"`
		UserData  *datum   `json:"userDataBody,omitempty"`
		Older     *address `json:"verificationAddEthAddressBody,omitempty"` // until 2024
		Address   *address `json:"verificationAddAddressBody,omitempty"`
	} `json:"data"`
}

type datum struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

type address struct {
	Address  string `json:"address"`
	Protocol string `json:"protocol,omitempty"` // ethereum where it is not told
}

// messages are those at path, all of the account, unless more says how many.
func (m *MessageClient) messages(ctx context.Context, path string, fid int64, more ...string) ([]message, error) {
	request := m.c.Get(path).Query("fid", strconv.FormatInt(fid, 10))
	for i := 0; i < len(more); i += 2 {
		request.Query(more[i], more[i+1])
	}
	var came struct {
		Messages []message `json:"messages"`
		Next     string    `json:"nextPageToken,omitempty"` // empty at the end
	}
	if _, err := request.JSON(ctx, &came); err != nil {
		return nil, err
	}
	if came.Next != "" && len(more) == 0 {
		return nil, upstream.BadResponse.Errorf("only the first of the messages")
	}

	for _, one := range came.Messages {
		if one.Data.FID != fid {
			return nil, upstream.BadResponse.Errorf("a message of another account")
		}
	}
	return came.Messages, nil
}

// moment reads the time of a message, zero when it has none.
func moment(seconds int64) time.Time {
	if seconds <= 0 {
		return time.Time{}
	}
	return epoch.Add(time.Duration(seconds) * time.Second)
}

// UserData gives what an account says of itself, by kind; those of kinds that it does not give are missing.
func (m *MessageClient) UserData(ctx context.Context, fid int64) (map[string]string, error) {
	came, err := m.messages(ctx, "/v1/userDataByFid", fid)
	if err != nil {
		return nil, err
	}
	data := map[string]string{}
	for _, one := range came {
		if one.Data.UserData == nil {
			return nil, upstream.BadResponse.Errorf("%w", upstream.Lacks("messages[].data.userDataBody"))
		}
		data[one.Data.UserData.Type] = one.Data.UserData.Value
	}
	return data, nil
}

// Verifications gives the addresses that an account has proved to control, as the node has them.
func (m *MessageClient) Verifications(ctx context.Context, fid int64) ([]Verification, error) {
	came, err := m.messages(ctx, "/v1/verificationsByFid", fid)
	if err != nil {
		return nil, err
	}

	var list []Verification
	for _, one := range came {
		body := cmp.Or(one.Data.Address, one.Data.Older)
		if body == nil {
			return nil, upstream.BadResponse.Errorf("%w", upstream.Lacks("messages[].data.verificationAddAddressBody"))
		}
		v := Verification{
			Address:  body.Address,
			Protocol: "ethereum",
			At:       moment(one.Data.Timestamp),
		}
		if body.Protocol == "PROTOCOL_SOLANA" {
			v.Protocol = "solana"
		}
		list = append(list, v)
	}

	return list, nil
}

// LastCast gives when an account last wrote, zero when the node has no cast of it.
func (m *MessageClient) LastCast(ctx context.Context, fid int64) (time.Time, error) {
	came, err := m.messages(ctx, "/v1/castsByFid", fid, "reverse", "true", "pageSize", "1")
	if err != nil {
		return time.Time{}, err
	}
	if len(came) == 0 {
		return time.Time{}, nil
	}
	at := moment(came[0].Data.Timestamp)
	if at.IsZero() {
		return at, upstream.BadResponse.Errorf("a cast without a time")
	}
	return at, nil
}

// Registered gives when an identifier was registered on chain, or [upstream.NotFound].
func (m *MessageClient) Registered(ctx context.Context, fid int64) (time.Time, error) {
	var came struct {
		Events []struct {
			Type      string `json:"type"`
			FID       int64  `json:"fid"`
			Timestamp int64  `json:"blockTimestamp" contract:"seconds"`
		} `json:"events"`
	}
	_, err := m.c.Get("/v1/onChainEventsByFid").
		Query("fid", strconv.FormatInt(fid, 10)).
		Query("event_type", "EVENT_TYPE_ID_REGISTER").
		JSON(ctx, &came)
	if err != nil {
		return time.Time{}, err
	}

	// Transfers of the identifier are events of the same type: the first is the registration.
	var first time.Time
	for _, e := range came.Events {
		switch {
		case e.FID != fid:
			return time.Time{}, upstream.BadResponse.Errorf("an event of another account")
		case e.Type != "EVENT_TYPE_ID_REGISTER":
			continue
		}
		if at := time.Unix(e.Timestamp, 0).UTC(); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	if first.IsZero() {
		return time.Time{}, upstream.NotFound.Errorf("no registration of this identifier")
	}
	return first, nil
}

// Names returns the names that an account has proofs for, as written.
func (m *MessageClient) Names(ctx context.Context, fid int64) ([]string, error) {
	var came struct {
		Proofs []struct {
			Name string `json:"name"`
			FID  int64  `json:"fid"`
		} `json:"proofs"`
	}

	_, err := m.c.Get("/v1/userNameProofsByFid").Query("fid", strconv.FormatInt(fid, 10)).JSON(ctx, &came)
	if err != nil {
		return nil, err
	}

	var names []string
	for _, p := range came.Proofs {
		if p.FID != fid {
			return nil, upstream.BadResponse.Errorf("a proof of another account")
		}
		names = append(names, p.Name)
	}

	return names, nil
}
