package guard

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// lendingFunctions put into lenders and staking, take out and borrow: what matters is for whom. Sources: aave-v3-origin
// (IPool, IL2Pool, WrappedTokenGatewayV3, RewardsController), compound-finance/comet (Comet, CometRewards, BaseBulker),
// morpho-org/morpho-blue (IMorpho), lidofinance/core (Lido, WstETH, WithdrawalQueueERC721).
func lendingFunctions() []declaration {
	list := append(aaveFunctions(), compoundFunctions()...)
	list = append(list, morphoFunctions()...)
	list = append(list, lidoFunctions()...)
	list = append(list, eigenFunctions()...)
	return append(list, declaration{
		"deposit(bytes pubkey,bytes withdrawal_credentials,bytes signature,bytes32 deposit_data_root)", validator,
	})
}

// Kinds of withdrawal credentials that are an address. Source: the consensus specifications of Ethereum.
const (
	credentialsOfAddress    = 0x01
	credentialsOfCompounder = 0x02
)

// validator pays for a validator of Ethereum: what that has goes to the address in its withdrawal credentials.
func validator(c *call) {
	c.expectOf("Ethereum deposit")
	to := c.bytes("withdrawal_credentials")
	if len(to) != 32 || to[0] != credentialsOfAddress && to[0] != credentialsOfCompounder {
		c.add(Action{Kind: Call, Standard: "Ethereum staking"})
		return
	}
	c.pays("Ethereum staking", new(common.BytesToAddress(to[12:])))
}

func aaveFunctions() []declaration {
	aave := func(recipient string) func(*call) { return paysTo("Aave", recipient, "Aave") }
	own := quiet("Aave", "Aave")
	const signature = ",uint256 deadline,uint8 permitV,bytes32 permitR,bytes32 permitS)"

	list := []declaration{
		{"supply(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)", aave("onBehalfOf")},
		{"deposit(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)", aave("onBehalfOf")},
		{
			"supplyWithPermit(address asset,uint256 amount,address onBehalfOf,uint16 referralCode" + signature,
			aave("onBehalfOf"),
		},
		{"withdraw(address asset,uint256 amount,address to)", aave("to")},
		{"repay(address asset,uint256 amount,uint256 interestRateMode,address onBehalfOf)", aave("onBehalfOf")},
		{
			"repayWithPermit(address asset,uint256 amount,uint256 interestRateMode,address onBehalfOf" + signature,
			aave("onBehalfOf"),
		},
		// The caller gets the loan; a debt of somebody else needs that account's consent.
		{"borrow(address asset,uint256 amount,uint256 interestRateMode,uint16 referralCode,address onBehalfOf)", own},
		{
			"flashLoan(address receiverAddress,address[] assets,uint256[] amounts,uint256[] interestRateModes," +
				"address onBehalfOf,bytes params,uint16 referralCode)",
			aave("receiverAddress"),
		},
		{
			"flashLoanSimple(address receiverAddress,address asset,uint256 amount,bytes params,uint16 referralCode)",
			aave("receiverAddress"),
		},
		{"stake(address to,uint256 amount)", safetyModule},
		{"redeem(address to,uint256 amount)", safetyModule},
		{"claimRewards(address to,uint256 amount)", safetyModule},
		{
			"claimRewardsAndRedeem(address to,uint256 claimAmount,uint256 redeemAmount)",
			safetyModule,
		},
		{"cooldown()", own},
		{"repayWithATokens(address asset,uint256 amount,uint256 interestRateMode)", own},
		{"setUserEMode(uint8 categoryId)", own},
		{"setUserUseReserveAsCollateral(address asset,bool useAsCollateral)", own},
		{"depositETH(address pool,address onBehalfOf,uint16 referralCode)", aave("onBehalfOf")},
		{"withdrawETH(address pool,uint256 amount,address to)", aave("to")},
		{"repayETH(address pool,uint256 amount,address onBehalfOf)", aave("onBehalfOf")},
		{"repayETH(address pool,uint256 amount,uint256 rateMode,address onBehalfOf)", aave("onBehalfOf")},
		{"borrowETH(address pool,uint256 amount,uint16 referralCode)", own},
		{"borrowETH(address pool,uint256 amount,uint256 interestRateMode,uint16 referralCode)", own},
		{"claimAllRewards(address[] assets,address to)", aave("to")},
		{"claimRewards(address[] assets,uint256 amount,address to,address reward)", aave("to")},
		{"claimAllRewardsToSelf(address[] assets)", own},
		{"claimRewardsToSelf(address[] assets,uint256 amount,address reward)", own},
	}

	for _, name := range []string{
		"supply", "withdraw", "borrow", "repay", "repayWithATokens", "setUserUseReserveAsCollateral",
	} {
		list = append(list, declaration{name + "(bytes32 args)", own}) // packed; always for the caller
	}

	return list
}

// safetyModule is a function of Aave's safety module whose form others use for something else.
func safetyModule(c *call) {
	if strings.HasPrefix(c.name(), "Aave") {
		c.pays("Aave", c.addr("to"))
		return
	}
	c.elsewhere("to")
}

func compoundFunctions() []declaration {
	compound := func(recipient string) func(*call) { return paysTo("Compound III", recipient, "Compound") }
	own := quiet("Compound III", "Compound")
	return []declaration{
		{"supply(address asset,uint256 amount)", own},
		{"supplyTo(address dst,address asset,uint256 amount)", compound("dst")},
		{"supplyFrom(address from,address dst,address asset,uint256 amount)", compound("dst")},
		{"withdraw(address asset,uint256 amount)", own},
		{"withdrawTo(address to,address asset,uint256 amount)", compound("to")},
		{"withdrawFrom(address src,address to,address asset,uint256 amount)", compound("to")},
		{"transferAsset(address dst,address asset,uint256 amount)", compound("dst")},
		{"transferAssetFrom(address src,address dst,address asset,uint256 amount)", compound("dst")},
		{"claim(address comet,address src,bool shouldAccrue)", own},
		{"claimTo(address comet,address src,address to,bool shouldAccrue)", compound("to")},
		{"invoke(bytes32[] actions,bytes[] data)", bulk},
		{
			"allowBySig(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry,uint8 v,bytes32 r," +
				"bytes32 s)",
			allowedBySignature,
		},
	}
}

// allowedBySignature lets somebody act for the account in Compound.
func allowedBySignature(c *call) {
	allowed := c.flag("isAllowed")
	c.add(Action{
		Kind:      Approval,
		Standard:  "Compound III",
		Token:     &c.to,
		Owner:     c.addr("owner"),
		Spender:   c.addr("manager"),
		Approved:  &allowed,
		Unlimited: allowed,
		Deadline:  c.num("expiry"),
	})
}

// bulk is a list of actions of Compound's bulker, whose names fill a word from its left. All but the claim of rewards
// name in their second word who gets it.
func bulk(c *call) {
	c.wrapper("Compound III")
	c.expectOf("Compound")
	actions := argument[[][]byte](c.arguments, "actions")
	inputs := argument[[][]byte](c.arguments, "data")
	for i := range min(len(actions), len(inputs)) {
		name := strings.TrimRight(string(actions[i]), "\x00")
		switch {
		case name == "ACTION_CLAIM_REWARD":
		case strings.HasPrefix(name, "ACTION_") && len(inputs[i]) >= 64 && c.bulked(name):
			c.pays("Compound III", new(common.BytesToAddress(inputs[i][44:64])))
		default:
			c.d.scan(inputs[i])
			c.hit(unknownStep, "the action %s is not decoded: whom it pays is not known", hexutil.Encode(actions[i]))
		}
	}
}

func (c *call) bulked(name string) bool {
	switch name {
	case "ACTION_SUPPLY_ASSET", "ACTION_SUPPLY_NATIVE_TOKEN", "ACTION_SUPPLY_ETH", "ACTION_TRANSFER_ASSET",
		"ACTION_WITHDRAW_ASSET", "ACTION_WITHDRAW_NATIVE_TOKEN", "ACTION_WITHDRAW_ETH",
		"ACTION_SUPPLY_STETH", "ACTION_WITHDRAW_STETH":
		return true
	}
	return false
}

func morphoFunctions() []declaration {
	const market = "((address loanToken,address collateralToken,address oracle,address irm,uint256 lltv) marketParams,"
	const size = "uint256 assets,uint256 shares,address onBehalf,"
	morpho := func(recipient string) func(*call) { return paysTo("Morpho", recipient, "Morpho Blue") }
	return []declaration{
		{"supply" + market + size + "bytes data)", morpho("onBehalf")},
		{"repay" + market + size + "bytes data)", morpho("onBehalf")},
		{"withdraw" + market + size + "address receiver)", morpho("receiver")},
		{"borrow" + market + size + "address receiver)", morpho("receiver")},
		{"supplyCollateral" + market + "uint256 assets,address onBehalf,bytes data)", morpho("onBehalf")},
		{
			"setAuthorizationWithSig((address authorizer,address authorized,bool isAuthorized,uint256 nonce," +
				"uint256 deadline) authorization,(uint8 v,bytes32 r,bytes32 s) signature)",
			authorizedBySignature,
		},
		{"withdrawCollateral" + market + "uint256 assets,address onBehalf,address receiver)", morpho("receiver")},
	}
}

func lidoFunctions() []declaration {
	own := quiet("Lido", "Lido")
	owner := paysTo("Lido", "owner", "Lido")
	const permit = ",(uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s) permit)"

	return []declaration{
		{"submit(address referral)", own},
		{"transferShares(address recipient,uint256 sharesAmount)", func(c *call) {
			c.add(Action{
				Kind:      Transfer,
				Standard:  "Lido",
				Token:     &c.to,
				Owner:     c.from,
				Recipient: c.addr("recipient"),
				Amount:    c.num("sharesAmount"),
			})
		}},
		{"wrap(uint256 stETHAmount)", own},
		{"unwrap(uint256 wstETHAmount)", own},
		{"stakeETH(address referral)", own},
		{"requestWithdrawals(uint256[] amounts,address owner)", owner},
		{"requestWithdrawalsWstETH(uint256[] amounts,address owner)", owner},
		{"requestWithdrawalsWithPermit(uint256[] amounts,address owner" + permit, owner},
		{"requestWithdrawalsWstETHWithPermit(uint256[] amounts,address owner" + permit, owner},
		{"claimWithdrawal(uint256 requestId)", own},
		{"claimWithdrawals(uint256[] requestIds,uint256[] hints)", own},
		{
			"claimWithdrawalsTo(uint256[] requestIds,uint256[] hints,address recipient)",
			paysTo("Lido", "recipient", "Lido"),
		},
	}
}

// eigenFunctions are those of EigenLayer's DelegationManager. Source: Layr-Labs/eigenlayer-contracts,
// IDelegationManager.sol.
func eigenFunctions() []declaration {
	const project = "EigenLayer"
	return []declaration{
		{
			"queueWithdrawals((address[] strategies,uint256[] depositShares,address withdrawer)[] params)",
			func(c *call) {
				for _, p := range argument[[]struct{ Withdrawer common.Address }](c.arguments, "params") {
					c.pays(project, &p.Withdrawer)
				}
				c.expectOf(project)
			},
		},
		{
			"delegateTo(address operator,(bytes signature,uint256 expiry) approverSignatureAndExpiry," +
				"bytes32 approverSalt)",
			quiet(project, project),
		},
	}
}

// authorizedBySignature lets somebody act for the account in Morpho.
func authorizedBySignature(c *call) {
	a := argument[struct {
		Authorizer   common.Address
		Authorized   common.Address
		IsAuthorized bool
		Deadline     *big.Int
	}](c.arguments, "authorization")
	c.add(Action{
		Kind:      Approval,
		Standard:  "Morpho",
		Token:     &c.to,
		Owner:     &a.Authorizer,
		Spender:   &a.Authorized,
		Approved:  &a.IsAuthorized,
		Unlimited: a.IsAuthorized,
		Deadline:  a.Deadline,
	})
}
