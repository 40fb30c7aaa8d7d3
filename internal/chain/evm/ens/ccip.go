package ens

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/upstream"
)

// Limits of off-chain lookups (EIP-3668).
const (
	maxHops        = 4       // lookups that lead to lookups
	maxGateways    = 4       // URLs tried for one lookup
	maxQueries     = 8       // lookups in one batch-gateway request
	maxAnswer      = 2 << 20 // bytes of a gateway's answer
	gatewayTimeout = 8 * time.Second
	lookupBudget   = 15 * time.Second // of all gateways and hops of one call
)

// call makes a contract call and follows off-chain lookups.
func (r *Resolver) call(ctx context.Context, client *evm.Client, to common.Address, data []byte) ([]byte, error) {
	out, err := client.Call(ctx, evm.Msg{To: &to, Data: data}, evm.Latest, nil)
	return r.goOn(ctx, client, to, out, err)
}

// goOn follows the outcome of a call to the contract at to. As long as it reverts with OffchainLookup, goOn asks
// the gateways and passes their answer to the contract's callback, which checks it.
func (r *Resolver) goOn(ctx context.Context, client *evm.Client, to common.Address, out []byte, err error) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	for range maxHops {
		revert := evm.AsRevert(err)
		if revert == nil {
			return out, err
		}
		lookup, is := offchain(revert.Data)
		if !is || lookup.Sender != to { // a nested contract's lookup must not be answered as this one's
			return nil, err
		}
		answer, askErr := r.ask(ctx, lookup.Sender, lookup.Urls, lookup.CallData)
		if askErr != nil {
			return nil, askErr
		}
		data, packErr := callback(lookup, answer)
		if packErr != nil {
			return nil, packErr
		}
		out, err = client.Call(ctx, evm.Msg{To: &to, Data: data}, evm.Latest, nil)
	}

	if evm.AsRevert(err) != nil {
		return nil, err
	}
	return out, err
}

// offchain reads revert data as OffchainLookup(address,string[],bytes,bytes4,bytes).
func offchain(revert []byte) (*contracts.UniversalResolverOffchainLookup, bool) {
	id := contracts.UniversalResolverOffchainLookupErrorID()
	if len(revert) < 4 || !bytes.Equal(revert[:4], id[:4]) {
		return nil, false
	}
	lookup, err := contracts.NewUniversalResolver().UnpackOffchainLookupError(revert[4:])
	return lookup, err == nil
}

// callback is the call that delivers a gateway's answer: the named function with (bytes response, bytes extraData).
func callback(lookup *contracts.UniversalResolverOffchainLookup, answer []byte) ([]byte, error) {
	kind, err := abi.NewType("bytes", "", nil)
	if err != nil {
		return nil, fmt.Errorf("callback: %w", err)
	}
	packed, err := (abi.Arguments{{Type: kind}, {Type: kind}}).Pack(answer, lookup.ExtraData)
	if err != nil {
		return nil, fmt.Errorf("callback: %w", err)
	}
	return append(lookup.CallbackFunction[:], packed...), nil
}

// ask gets the answer of the first gateway that has one. Lookups for a batch gateway (ENSIP-21) are split here, so
// no such gateway is needed.
func (r *Resolver) ask(ctx context.Context, sender common.Address, urls []string, data []byte) ([]byte, error) {
	if queries, ok := batched(data); ok {
		return r.askEach(ctx, queries)
	}

	var last error = errors.New("no https gateway")
	for _, address := range urls[:min(len(urls), maxGateways)] {
		answer, again, err := r.askOne(ctx, address, sender, data)
		if err == nil {
			return answer, nil
		}
		if last = err; !again || ctx.Err() != nil {
			break
		}
	}

	return nil, &upstream.Error{
		Kind:     upstream.Unavailable,
		Provider: "ENS gateway",
		Doing:    "CCIP-read",
		Cause:    last,
	}
}

// gatewayStatus is a gateway's refusal.
type gatewayStatus int

func (s gatewayStatus) Error() string { return fmt.Sprintf("gateway answered HTTP %d", int(s)) }

// askOne asks one gateway. again is false after a 4xx, which is final under EIP-3668.
func (r *Resolver) askOne(ctx context.Context, template string, sender common.Address, data []byte) (answer []byte, again bool, err error) {
	req, err := gatewayRequest(ctx, template, sender, data)
	if err != nil {
		return nil, true, err
	}

	resp, err := r.gateways.Do(req)
	if err != nil {
		var quoting *url.Error
		if errors.As(err, &quoting) {
			err = quoting.Err // without the URL
		}
		return nil, true, err
	}

	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode >= 500 || resp.StatusCode < 400, gatewayStatus(resp.StatusCode)
	}

	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil || len(body) > maxAnswer {
		return nil, true, errors.New("gateway's answer is too large, or broke off")
	}

	var parsed struct {
		Data *hexutil.Bytes `json:"data"`
	}
	if err := json.Unmarshal(body, &parsed); err != nil || parsed.Data == nil {
		return nil, true, errors.New("gateway's answer has no data")
	}

	return *parsed.Data, false, nil
}

// gatewayRequest is a GET if the template has a place for the data, else a POST (EIP-3668, "Client Lookup
// Protocol"). Only https is opened.
func gatewayRequest(ctx context.Context, template string, sender common.Address, data []byte) (*http.Request, error) {
	if !strings.HasPrefix(template, "https://") {
		return nil, errors.New("not an https gateway")
	}
	who := strings.ToLower(sender.Hex())
	target := strings.ReplaceAll(template, "{sender}", who)
	if strings.Contains(template, "{data}") {
		return http.NewRequestWithContext(ctx, http.MethodGet, strings.ReplaceAll(target, "{data}", hexutil.Encode(data)), nil)
	}
	body, err := json.Marshal(map[string]string{"data": hexutil.Encode(data), "sender": who})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err == nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, err
}

// batched reads call data as query((address,string[],bytes)[]).
func batched(data []byte) ([]contracts.IBatchGatewayRequest, bool) {
	parsed, err := contracts.BatchGatewayMetaData.ParseABI()
	if err != nil {
		return nil, false
	}
	method := parsed.Methods["query"]
	if len(data) < 4 || !bytes.Equal(data[:4], method.ID) {
		return nil, false
	}
	values, err := method.Inputs.Unpack(data[4:])
	if err != nil || len(values) != 1 {
		return nil, false
	}
	return *abi.ConvertType(values[0], new([]contracts.IBatchGatewayRequest)).(*[]contracts.IBatchGatewayRequest), true
}

// askEach acts as a batch gateway: each lookup goes to its own gateways, and failures are reported one by one.
func (r *Resolver) askEach(ctx context.Context, queries []contracts.IBatchGatewayRequest) ([]byte, error) {
	if len(queries) > maxQueries {
		return nil, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: "ENS gateway",
			Doing:    "CCIP-read",
			Cause:    errors.New("too many lookups in one"),
		}
	}
	parsed, err := contracts.BatchGatewayMetaData.ParseABI()
	if err != nil {
		return nil, fmt.Errorf("batch gateway's ABI: %w", err)
	}

	failures := make([]bool, len(queries))
	responses := make([][]byte, len(queries))
	for i, q := range queries {
		if err := ctx.Err(); err != nil {
			return nil, &upstream.Error{
				Kind:     upstream.Unavailable,
				Provider: "ENS gateway",
				Doing:    "CCIP-read",
				Cause:    err,
			}
		}
		if _, nested := batched(q.Data); nested {
			return nil, &upstream.Error{
				Kind:     upstream.BadResponse,
				Provider: "ENS gateway",
				Doing:    "CCIP-read",
				Cause:    errors.New("batches within batches"),
			}
		}
		answer, err := r.ask(ctx, q.Sender, q.Urls, q.Data)
		if err == nil {
			responses[i] = answer
			continue
		}
		failures[i] = true
		status := gatewayStatus(http.StatusBadGateway)
		errors.As(err, &status)
		refusal := parsed.Errors["HttpError"]
		packed, err := refusal.Inputs.Pack(uint16(status), "gateway failed")
		if err != nil {
			return nil, fmt.Errorf("packing a gateway's failure: %w", err)
		}
		responses[i] = append(refusal.ID[:4:4], packed...)
	}

	return parsed.Methods["query"].Outputs.Pack(failures, responses)
}
