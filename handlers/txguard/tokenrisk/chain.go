package tokenrisk

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// ErrNoContract means that there is no contract at the address: nothing, or a plain account, be it one with
// borrowed code (EIP-7702).
var ErrNoContract = errors.New("there is no contract at the address")

// ErrNoToken means that the contract is no ERC-20 token: it tells no supply, or it is a collection of NFTs.
var ErrNoToken = errors.New("the contract at the address is no ERC-20 token")

// Storage slots in which OpenZeppelin's proxies before EIP-1967 keep what they run and who may change it.
var (
	oldImplementation = crypto.Keccak256Hash([]byte("org.zeppelinos.proxy.implementation"))
	oldAdmin          = crypto.Keccak256Hash([]byte("org.zeppelinos.proxy.admin"))
)

// proxySlots are read in this order; see OnChain.proxy.
var proxySlots = []common.Hash{
	evm.ImplementationSlot, evm.BeaconSlot, evm.AdminSlot, oldImplementation, oldAdmin,
}

// OnChain is what the network itself has of a token.
type OnChain struct {
	Name, Symbol *string
	Decimals     *uint8

	Code      Code // of the contract that does the work: behind a proxy, the implementation
	CodeRead  bool // false where that contract could not be read
	Native    bool // what answers is part of the network's nodes, such as Base's B20 tokens
	Proxy     bool
	Minimal   bool
	Admin     common.Address
	AdminKind OwnerKind
	Owner     *common.Address
	OwnerKind OwnerKind
	Paused    *bool
	Posing    *known.Poser // nil for a token whose symbol is nobody else's

	Pools      []Pool // priced ones, the deepest first
	Searched   bool   // every factory of the market answered
	Incomplete bool   // only code and storage could be read, no contract could be called

	Trial   *Trial     // the simulated trade, nil when there was none
	Untried bool       // a trade could not be simulated
	Grants  *Grants    // who got powers by the logs; nobody where a visible owner has them
	Powers  *Powers    // what the token's functions do, nil where they could not be tried
	Shares  *Shares    // who has the best pool, nil where that could not be read
	Since   *time.Time // the contract is at least so old
}

// Reader reads tokens of one network.
type Reader struct {
	Client *evm.Client
	Market Market
	Now    func() time.Time

	// RecentBlocks are the newest blocks whose logs are read in any case, 0 for 40,000. Older ones are read as far as
	// an endpoint gives them at once, or in a few requests.
	RecentBlocks uint64
}

// Read gathers what the network tells. It takes at most eight requests one after the other, logs and permits aside; a
// part that an endpoint cannot give (old state, state overrides) is left out.
func (r *Reader) Read(ctx context.Context, token common.Address) (*OnChain, error) {
	out := &OnChain{}
	first, err := r.first(ctx, token, out)
	if err != nil {
		return nil, err
	}
	if out.Incomplete {
		return out, nil
	}

	ages := make(chan *time.Time, 1)
	go func() { ages <- r.age(ctx, token, first.block) }()
	if err := r.second(ctx, token, out, first); err != nil {
		return nil, err
	}

	if err := r.probe(ctx, token, out, first); err != nil {
		return nil, err
	}

	grants := make(chan *Grants, 1)
	go func() { grants <- r.grants(ctx, token, out, first.block) }()
	around := make(chan *surroundings, 1)
	go func() { around <- r.surroundings(ctx, token, out, first) }()
	trial, untried, err := r.try(ctx, token, out.Pools, first)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}

	out.Trial = trial
	out.Untried = untried
	out.Grants = <-grants
	first.around = <-around
	if err := r.third(ctx, token, out, first); err != nil && ctx.Err() != nil {
		return nil, err
	}
	select {
	case out.Since = <-ages:
	case <-ctx.Done():
	}

	return out, nil
}

// firstReads is what the second round builds on.
type firstReads struct {
	block          uint64
	at             time.Time     // of the newest block
	slots          []common.Hash // of the token's storage: the first, and those that its functions ask for
	words          [][]byte      // what is there
	probe          *probe
	shapes         shapes
	implementation common.Address
	worker         common.Address // whose code does the work: the token's, or what a proxy runs
	code           []byte         // of the worker
	beacon         common.Address // who names what a proxy runs; the zero address without a beacon
	around         *surroundings
	supply         *big.Int
	native         *decimal.Decimal
	pools          []Pool
	layouts        map[common.Address]simulate.Layout // how tokens keep balances
}

func (r *Reader) first(ctx context.Context, token common.Address, out *OnChain) (*firstReads, error) {
	queries := r.Market.queries(token)
	control := contracts.NewOwnable()
	reads := append(
		evm.ReadToken(token),
		evm.Read{To: token, Data: control.PackOwner()},
		evm.Read{To: token, Data: control.PackGetOwner()},
		evm.Read{To: token, Data: contracts.NewPausable().PackPaused()},
		evm.Read{To: token, Data: contracts.NewERC165().PackSupportsInterface(erc721)},
	)
	for _, f := range r.Market.Feeds {
		reads = append(reads, f.Reads()...)
	}
	for _, q := range queries {
		reads = append(reads, q.read)
	}
	var code hexutil.Bytes
	words := make([]hexutil.Bytes, len(proxySlots))
	calls := []*evm.Call{evm.CodeCall(&code, token, evm.Latest)}
	for i, slot := range proxySlots {
		calls = append(calls, evm.StorageCall(&words[i], token, slot, evm.Latest))
	}
	state := make([]hexutil.Bytes, stateSlots)
	for i := range state {
		slot := common.BigToHash(big.NewInt(int64(i)))
		calls = append(calls, evm.StorageCall(&state[i], token, slot, evm.Latest))
	}
	var snap *evm.Snapshot
	var snapErr, batchErr error
	var wait sync.WaitGroup
	wait.Go(func() { snap, snapErr = r.Client.Multicall(ctx, evm.Latest, reads...) })
	wait.Go(func() { batchErr = r.Client.Batch(ctx, calls...) })
	wait.Wait()
	if batchErr == nil {
		batchErr = calls[0].Err
	}
	if batchErr != nil {
		return nil, batchErr
	}
	if kind := accountOf(code); kind != OwnerContract {
		return nil, ErrNoContract
	}
	f := &firstReads{layouts: map[common.Address]simulate.Layout{}}
	f.worker = token
	out.proxy(f, code, calls[1:], words)
	if snapErr != nil {
		out.Incomplete = true
		return f, nil
	}
	f.block = snap.Block
	f.at = snap.Time
	for i, word := range state {
		f.slots = append(f.slots, common.BigToHash(big.NewInt(int64(i))))
		f.words = append(f.words, word)
	}
	t, err := evm.DecodeToken(snap.Results[:evm.TokenReads])
	if err != nil {
		return nil, err
	}
	out.Name, out.Symbol, out.Decimals = t.Name, t.Symbol, t.Decimals
	if t.Symbol != nil {
		out.Posing = known.Posing(r.Client.Network().Name, token, *t.Symbol)
	}
	rest := snap.Results[evm.TokenReads:]
	out.OwnerKind = OwnerNone
	for _, result := range rest[:2] {
		if a, ok := ownerOf(result); ok {
			out.Owner = &a
			out.OwnerKind = ""
			if burnt[a] {
				out.OwnerKind = OwnerRenounced
			}
			break
		}
	}
	if out.Native && out.Owner == nil {
		out.OwnerKind = "" // it has roles
	}
	if yes, ok := rest[2].Bool(); ok && len(rest[2].Data) == 32 {
		out.Paused = &yes
	}
	collectible, _ := rest[3].Bool()
	if t.TotalSupply == nil || collectible {
		return nil, ErrNoToken
	}
	f.supply = t.TotalSupply
	rest = rest[4:]

	prices := len(r.Market.Feeds) * oracle.Reads
	if r.Now().Sub(snap.Time) < lateBlock {
		f.native = nativePrice(r.Market.Feeds, rest[:prices], snap.Time)
	}
	rest = rest[prices:]
	f.pools = found(queries, rest)
	out.Searched = true
	return f, nil
}

// lateBlock is the age from which a network's newest block says nothing of prices now.
const lateBlock = 10 * time.Minute

// ownerOf is an address that a contract returned, the zero address included: that is an owner who gave it up.
func ownerOf(r evm.Result) (a common.Address, ok bool) {
	if !r.OK || len(r.Data) != 32 || !bytes.Equal(r.Data[:12], make([]byte, 12)) {
		return a, false
	}
	return common.BytesToAddress(r.Data), true
}

// erc721 is the interface of collections of NFTs (ERC-721, ERC-165).
var erc721 = [4]byte{0x80, 0xac, 0x58, 0xcd}

// proxy reads what the contract runs and who may change that, from its code and the words of its storage.
func (c *OnChain) proxy(f *firstReads, code []byte, calls []*evm.Call, words []hexutil.Bytes) {
	word := func(i int) common.Address {
		if calls[i].Err != nil {
			return common.Address{}
		}
		return common.BytesToAddress(words[i])
	}

	c.Code = ReadCode(code)
	f.code = code
	if f.implementation = word(0); f.implementation == (common.Address{}) {
		f.implementation = word(3)
	}

	c.Proxy = f.implementation != (common.Address{}) || word(1) != (common.Address{})
	f.beacon = word(1)
	if c.Admin = word(2); c.Admin == (common.Address{}) {
		c.Admin = word(4)
	}

	if c.Code.Minimal != nil {
		c.Minimal, f.implementation = true, *c.Code.Minimal
	}
	c.Native = bytes.HasPrefix(code, []byte{0xef}) // nobody can deploy such code (EIP-3541)
	c.CodeRead = !c.Proxy && !c.Minimal && !c.Native
}

// burnt are addresses that nobody has the key of and that tokens are sent to, to be gone.
var burnt = map[common.Address]bool{
	{}:         true,
	known.Dead: true,
	common.HexToAddress("0x0000000000000000000000000000000000000001"): true,
}

// accountOf tells contracts from plain accounts, those with borrowed code (EIP-7702) included.
func accountOf(code []byte) OwnerKind {
	if _, delegated := types.ParseDelegation(code); delegated || len(code) == 0 {
		return OwnerEOA
	}
	return OwnerContract
}

// readBeacon asks the beacon of a proxy what that runs.
func (r *Reader) readBeacon(ctx context.Context, f *firstReads) error {
	if f.beacon == (common.Address{}) || f.implementation != (common.Address{}) {
		return nil
	}
	var answer hexutil.Bytes
	message := evm.Msg{To: &f.beacon, Data: selector("implementation()")}
	call := evm.CallCall(&answer, message, evm.Latest, nil)
	if err := r.Client.Batch(ctx, call); err != nil {
		return err
	}
	if a, ok := ownerOf(evm.Result{OK: call.Err == nil, Data: answer}); ok {
		f.implementation = a
	}
	return nil
}

func (r *Reader) second(ctx context.Context, token common.Address, out *OnChain, f *firstReads) error {
	if err := r.readBeacon(ctx, f); err != nil {
		return err
	}

	var implementation, admin, ownerCode hexutil.Bytes
	var calls []*evm.Call
	ask := func(into *hexutil.Bytes, a common.Address) {
		if a != (common.Address{}) {
			calls = append(calls, evm.CodeCall(into, a, evm.Latest))
		}
	}

	ask(&implementation, f.implementation)
	ask(&admin, out.Admin)
	if out.Owner != nil && out.OwnerKind == "" {
		ask(&ownerCode, *out.Owner)
	}

	asked := len(calls)
	slots := map[common.Address]*hexutil.Bytes{}
	for _, t := range r.searched(token) {
		answer := new(hexutil.Bytes)
		slots[t] = answer
		m, overrides := simulate.FindBalance(t)
		calls = append(calls, evm.CallCall(answer, m, evm.Latest, overrides))
	}

	var reads []evm.Read
	for i := range f.pools {
		reads = append(reads, f.pools[i].reads(token)...)
	}

	var snap *evm.Snapshot
	var snapErr, batchErr error
	var wait sync.WaitGroup
	if len(reads) > 0 {
		wait.Go(func() { snap, snapErr = r.Client.Multicall(ctx, evm.Latest, reads...) })
	}

	wait.Go(func() { batchErr = r.Client.Batch(ctx, calls...) })
	wait.Wait()
	if err := errors.Join(snapErr, batchErr); err != nil {
		return err
	}
	if err := evm.First(calls[:asked]...); err != nil {
		return err
	}

	if len(implementation) > 0 {
		out.Code, out.CodeRead = ReadCode(implementation), true
		f.code = implementation
		f.worker = f.implementation
	}
	if out.Admin != (common.Address{}) {
		out.AdminKind = accountOf(admin)
	}

	if out.Owner != nil && out.OwnerKind == "" {
		out.OwnerKind = accountOf(ownerCode)
	}

	for t, answer := range slots {
		if layout, ok := simulate.FoundBalance(*answer); ok {
			f.layouts[t] = layout
		}
	}

	for i := range f.pools {
		p := &f.pools[i]
		if p.value(token, snap.Results[poolReads*i:poolReads*(i+1)], f.native) {
			out.Pools = append(out.Pools, *p)
		} else {
			out.Searched = false // a pool is there, its worth is not known
		}
	}

	slices.SortStableFunc(out.Pools, func(a, b Pool) int { return b.USD.Cmp(a.USD) }) // the best first
	return nil
}

// ageSteps are the ages at which the score changes, in days.
var ageSteps = []int{365, 90, 30, 7, 1}

// age finds out for how long there has been code, by asking for it at old blocks. Endpoints without old state do
// not answer: then it is nil. What is found is a lower bound.
func (r *Reader) age(ctx context.Context, token common.Address, head uint64) *time.Time {
	ctx, cancel := context.WithTimeout(ctx, ageBudget)
	defer cancel()
	codes := make([]hexutil.Bytes, len(ageSteps))
	var calls []*evm.Call
	for i, days := range ageSteps {
		then, ok := r.Client.Network().Before(head, time.Duration(days)*24*time.Hour)
		if !ok {
			return nil // the chain is not that old: its block times are not what the table says
		}
		calls = append(calls, evm.CodeCall(&codes[i], token, evm.AtNumber(then)))
	}

	if r.Client.Batch(ctx, calls...) != nil {
		return nil
	}

	now := r.Now()
	for i, days := range ageSteps {
		if calls[i].Err != nil {
			return nil
		}
		if len(codes[i]) > 0 {
			at := now.AddDate(0, 0, -days)
			return &at
		}
	}

	return &now
}

// ageBudget bounds the search for old state, which public endpoints often do not have.
const ageBudget = 2500 * time.Millisecond

// lacks is the finding on a power once the functions were tried. That it was not found counts where all were, and not
// where code runs that of another contract.
func (c *OnChain) lacks(known *bool, found bool) *bool {
	tried := c.Powers != nil && c.Powers.Untried == ""
	if !found && (c.Code.DelegateCall || !tried) {
		return known
	}
	return Worse(known, found)
}

// Apply puts what was read into the evidence.
func (c *OnChain) Apply(e *Evidence) {
	const source = "rpc"
	e.From(source, ContractIntegrity)
	if c.Proxy || !c.Code.DelegateCall {
		e.Upgradeable = Worse(e.Upgradeable, c.Proxy)
	}
	if c.AdminKind != "" {
		e.AdminEOA = Worse(e.AdminEOA, c.AdminKind == OwnerEOA)
	}

	e.MinimalProxy = Worse(e.MinimalProxy, c.Minimal)
	if c.CodeRead {
		e.SelfDestruct = Worse(e.SelfDestruct, c.Code.SelfDestruct)
		e.DelegateCall = Worse(e.DelegateCall, c.Code.DelegateCall)
		e.Mintable = c.lacks(e.Mintable, c.Powers.anybody()&simulate.Makes != 0)
		e.Roles = c.lacks(e.Roles, c.Code.Roles)
		if c.Powers.anybody()&simulate.Stops == 0 { // else it is one of both, or another
			e.Blacklist = c.lacks(e.Blacklist, false)
			e.Pausable = c.lacks(e.Pausable, false)
		}
	}

	if c.OwnerKind != "" {
		e.Owner, e.OwnerAddress = c.OwnerKind, c.Owner
		e.From(source, OwnershipDimension)
	}

	if len(c.Pools) > 0 {
		e.LiquidityUSD = Deeper(e.LiquidityUSD, c.Pools[0].USD)
		e.From(source, Liquidity)
	}

	if c.Trial != nil {
		c.Trial.apply(e)
		e.From(source, Honeypot)
	}
	if c.Powers != nil {
		e.Powers = c.Powers
		e.From(source, OwnershipDimension)
	}
	if c.Shares != nil {
		c.Shares.apply(e)
		e.From(source, Liquidity)
	}

	if c.Paused != nil {
		e.Paused = c.Paused
		if *c.Paused {
			e.Pausable = Worse(e.Pausable, true)
		}
		if *c.Paused {
			e.From(source, Honeypot)
		}
	}

	if c.Posing != nil {
		e.Posing = c.Posing
		e.From(source, ContractIntegrity)
	}

	if c.Since != nil {
		e.Existed(*c.Since, source)
	}
}
