package guard

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestWhatAProjectSaysOfItsFunctionIsShown: the intent and the arguments are in the answer. Of a well-known contract it
// is no warning that it was not executed, as long as nobody but the sender is named. Another contract has no say.
func TestWhatAProjectSaysOfItsFunctionIsShown(t *testing.T) {
	const pool = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2"
	e := engine(t)
	from := common.HexToAddress(ownerA)
	repay := common.FromHex(fn("repay(address,uint256,uint256,address)", usdcMain, 1000, 2, ownerA))
	judged := func(to string) (*Subject, Judgement) {
		a := common.HexToAddress(to)
		s := e.Transaction(Request{Network: network(t, "ethereum"), From: &from, To: &a, Data: repay})
		return s, e.Judge(s, accounts(map[string]Account{to: Contract, usdcMain: Contract, ownerA: NoCode}), now)
	}

	s, j := judged(pool)
	j.want(t, Allow, statedIntent, unknownSelector)
	if s.Function != "repay(address,uint256,uint256,address)" || len(s.Decoded) != 4 || s.Decoded[0].Name != "asset" {
		t.Errorf("%s %+v", s.Function, s.Decoded)
	}
	e.Happened(s, Outcome{Worked: true})
	e.Judge(s, accounts(map[string]Account{pool: Contract, usdcMain: Contract, ownerA: NoCode}), now).want(t, Allow)

	if s, j = judged(strangerC); s.Function != "" || len(s.Decoded) != 0 || j.Verdict != Warn {
		t.Errorf("%s %+v %s", s.Function, s.Decoded, j.Verdict)
	}
}

// TestMessagesThatAProjectDescribesAreKnown: whoever may act afterwards or gets something counts, by the names of the
// values, and not each address.
func TestMessagesThatAProjectDescribesAreKnown(t *testing.T) {
	const hub = "0xDb46d1Dc155634FbC732f92E853b10B288AD5a1d"
	domain := map[string]any{"name": "Lens Protocol Profiles", "version": "2", "chainId": 137, "verifyingContract": hub}
	judged := func(primary, members string, message map[string]any) Judgement {
		e := engine(t)
		p := parse(t, typed(t, map[string]string{primary: members}, primary, domain, message))
		signer := common.HexToAddress(ownerA)
		p.Signer = &signer
		f := accounts(map[string]Account{hub: Contract, worker: NoCode, ownerA: NoCode})
		return e.Judge(e.Signature(network(t, "polygon"), p), f, now)
	}

	const follow = "uint256 profileId,address followModule,bytes followModuleInitData,uint256 nonce,uint256 deadline"
	judged("SetFollowModule", follow, map[string]any{
		"profileId": 7, "followModule": ownerA, "followModuleInitData": "0x", "nonce": 1, "deadline": now.Unix() + 60,
	}).want(t, Allow, statedIntent)

	const executors = "uint256 delegatorProfileId,address[] delegatedExecutors,bool[] approvals,uint64 configNumber," +
		"bool switchToGivenConfig,uint256 nonce,uint256 deadline"
	judged("ChangeDelegatedExecutorsConfig", executors, map[string]any{
		"delegatorProfileId": 7, "delegatedExecutors": []any{worker}, "approvals": []any{true}, "configNumber": 1,
		"switchToGivenConfig": true, "nonce": 1, "deadline": now.Unix() + 60,
	}).want(t, Warn, statedIntent, strangerNamed)

	judged("SetFollowModule", strings.Replace(follow, "nonce", "salt", 1), map[string]any{
		"profileId": 7, "followModule": worker, "followModuleInitData": "0x", "salt": 1, "deadline": now.Unix() + 60,
	}).want(t, Warn, unknownType, strangerNamed)
}
