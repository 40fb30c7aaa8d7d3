package txguard

import (
	"context"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/txguard"
	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/localvm"
	"github.com/farebox/farebox/internal/chain/txexplain"
	"github.com/farebox/farebox/internal/response"
)

// executeBudget bounds the wait for an execution.
const executeBudget = 4 * time.Second

// sourceSimulation is the name of the network among the sources, as what a transaction is executed on.
const sourceSimulation = "simulation"

// simulation is what came of executing a transaction.
type simulation struct {
	executed bool
	why      string // it was not executed
	source   shared.Source
}

// executeRaw runs a transaction, and tells its subject what it did. One of a Safe that fails, for want of its owners'
// signatures as a rule, is run call by call as the Safe.
func (h *Handlers) executeRaw(ctx context.Context, r engine.Request, s *engine.Subject) simulation {
	done, run := h.execute(ctx, s, delegations(r), r)
	if done != nil && !done.Worked && len(s.Runs()) > 0 {
		if asSafe, second := h.execute(ctx, s, nil, s.Runs()...); asSafe != nil && asSafe.Worked {
			h.happened(s, asSafe, true)
			return second
		}
	}
	h.happened(s, done, false)
	return run
}

// executeRuns runs the calls that a message stands for, or that whoever has its signature makes with it, and tells its
// subject what they did.
func (h *Handlers) executeRuns(ctx context.Context, s *engine.Subject) simulation {
	if len(s.Runs()) == 0 {
		why := "the message stands for no call, and no single function is known that takes its signature"
		if s.Calls > 0 {
			why = "whose account makes the calls in the message is not known, or it runs code as its own"
		}
		return skipped(why)
	}
	done, run := h.execute(ctx, s, s.Given(), s.Runs()...)
	h.happened(s, done, true)
	return run
}

func (h *Handlers) happened(s *engine.Subject, done *evm.Execution, runs bool) {
	if done == nil {
		return
	}
	h.engine.Happened(s, engine.Outcome{
		Worked: done.Worked,
		Reason: done.Reason,
		Logs:   done.Logs,
		Runs:   runs,
	})
}

// execute runs calls one after the other on the newest state of their network, with what is given. What hinders that is
// in the simulation, and the execution nil.
func (h *Handlers) execute(
	ctx context.Context, s *engine.Subject, given map[common.Address]evm.Override, calls ...engine.Request,
) (*evm.Execution, simulation) {
	messages := make([]evm.Msg, 0, len(calls))
	for _, r := range calls {
		if r.From == nil {
			return nil, skipped("the sender is not given")
		}
		messages = append(messages, message(r))
	}
	client, err := h.chains.Network(s.Network.Name)
	if err != nil {
		return nil, skipped(s.Network.Name + " is not read here")
	}

	ctx, cancel := context.WithTimeout(ctx, executeBudget)
	defer cancel()
	done, err := client.Execute(ctx, given, messages...)
	if err != nil || !done.Worked && given != nil { // here then, on state that is read: some endpoints override nothing
		done, err = localvm.Execute(ctx, client, given, messages...)
	}
	if err != nil {
		return nil, simulation{
			why:    "no endpoint of the network executes, and its state could not be read in time",
			source: response.Source(sourceSimulation, err),
		}
	}
	return done, simulation{
		executed: true,
		source:   response.Source(sourceSimulation, nil),
	}
}

func skipped(why string) simulation {
	return simulation{
		why:    why,
		source: response.Skipped(sourceSimulation, why),
	}
}

func message(r engine.Request) evm.Msg {
	return evm.Msg{
		From:  *r.From,
		To:    r.To,
		Data:  r.Data,
		Value: r.Value,
	}
}

// delegations give the sender the code that the transaction's authorizations do (EIP-7702): the last one counts.
func delegations(r engine.Request) map[common.Address]evm.Override {
	if len(r.Authorizations) == 0 || r.From == nil {
		return nil
	}
	last := r.Authorizations[len(r.Authorizations)-1].Address
	if last == (common.Address{}) {
		return nil
	}
	return map[common.Address]evm.Override{*r.From: {Code: coretypes.AddressToDelegation(last)}}
}

// maxChanges bounds the changes that an answer shows; all of them are judged.
const maxChanges = 100

// effects are what the execution did, for the answer.
func (h *Handlers) effects(s *engine.Subject, f engine.Facts, run simulation) gen.TxguardEffects {
	executed, worked, reason := s.Executed()
	out := gen.TxguardEffects{
		Status:  gen.NotExecuted,
		Detail:  response.OrNull(run.why),
		Changes: []gen.TxguardChange{},
	}
	switch {
	case !executed:
		return out
	case !worked:
		out.Status = gen.Fails
		out.Detail = &reason
		return out
	}

	out.Status = gen.Worked
	changes := s.Changes()
	out.ChangesOmitted = max(0, len(changes)-maxChanges)
	for _, c := range changes[:min(len(changes), maxChanges)] {
		out.Changes = append(out.Changes, h.change(s, f, c))
	}
	return out
}

func (h *Handlers) change(s *engine.Subject, f engine.Facts, c engine.Change) gen.TxguardChange {
	row := gen.TxguardChange{
		Account:     c.Account.Hex(),
		AccountName: h.nameOf(s.Network, &c.Account),
		Sender:      c.Payer,
		AmountRaw:   c.Amount.String(),
		Standard:    gen.TxguardChangeStandard(c.Asset.Standard),
	}
	if c.Asset.Standard == txexplain.Native {
		row.TokenSymbol = &s.Network.NativeSymbol
		row.Amount = new(engine.Decimal(c.Amount, 18))
		return row
	}

	row.Token = new(c.Asset.Contract.Hex())
	if c.Asset.NFT() {
		row.TokenID = new(new(big.Int).SetBytes(c.Asset.ID[:]).String())
	}
	if t, ok := f.Tokens[c.Asset.Contract]; ok && !c.Asset.NFT() {
		row.TokenSymbol = response.OrNull(t.Symbol)
		row.Amount = new(engine.Decimal(c.Amount, t.Decimals))
	}
	return row
}
