package tokentest

// tables are the sets of tokens: names of contracts, after "!" of traps that a wallet cannot sell, after "?" of traps
// that no rule notices (docs/quality/txguard.md says why). In brackets are options, which [Specimen.set] reads.
var tables = []struct {
	set    byte
	traps  string
	sounds string
}{
	{
		set: 0,
		traps: `
			ClaimingToken StatusToken BoundlessFeeToken RecoveringToken LiveToken LargestToken !YearToken
			!HungryToken RebaseToken PermitToken !SameBlockToken !InflatedToken FakeRenouncedToken
			LooseToken[provider=keeper] GatedToken SkimmedToken TierToken ScheduledToken ListModeToken TwoFeesToken
			RoleToken[began=keeper unowned] PointsToken OperatorToken !DropToken !SilentSaleToken !HoursToken
			BurningToken ModuleToken PackedToken[5=0x7ab4b1c5d3e8f6a9b2c0d4e6f8a1b3c5d7e9f0a20001 unowned]
			AdminProxy[admin=keeper logic=plain unowned] SteppedToken GrantedToken[began=keeper unowned]
			MasterPermitToken[unowned] KeeperPermitToken`,
		sounds: `
			FixedToken SignedPermitToken FixedFeeToken AbandonedToken RescueToken[owner=keeper]
			BoundFeeToken[owner=keeper] OpenedToken[owner=keeper] WalletBoundToken[owner=keeper] VotesToken
			BurnableToken NextBlockToken ExemptToken[owner=keeper] ReflectingToken PausableToken[owner=timelock]
			PausableToken[owner=safe] DollarToken[owner=safe] BridgedToken WrappingToken AirdropToken[owner=keeper]
			CappedToken[owner=keeper] TextToken[owner=keeper] ShareToken PairsToken[owner=keeper]
			TreasuryToken[owner=keeper] LeastBoundToken[owner=keeper] LaunchedToken[owner=keeper] FlashToken
			TwoStepToken[owner=keeper] JournalToken StakingToken GrantedToken[began=timelock]
			MottoToken[began=keeper] HolderPermitToken[owner=keeper]`,
	},
	{
		set: 1,
		traps: `
			BotListToken OpenMintToken[unowned] PairBurnToken IncreaseToken FarewellToken ApprovalGateToken
			DaiPermitToken ListPermitToken[began=keeper unowned] MostHeldToken SniperToken PairSetToken GasPriceToken
			DailyToken OperatorLogToken[began=keeper unowned] LogicProxy[logic=SelfUpgradeToken] TwoCallsToken
			RegistryToken[5=registry unowned] !DripToken !EarlyFeeToken !RouterFeeToken !AutoListToken`,
		sounds: `
			SelfLockToken CallingToken AuthorizedToken FallingFeeToken[owner=keeper] InflationToken[owner=timelock]
			SnapshotToken[owner=keeper] ClaimToken FreeListToken[owner=keeper] SwapBackToken[owner=keeper]
			LiftedToken[owner=keeper] StrayToken[owner=keeper] LimitedToken[owner=safe] DepositToken MultiSendToken
			AllowedBurnToken HonestDaiToken[owner=keeper] RenamedToken[owner=keeper] RewardRoleToken[began=keeper]
			OwnCallsToken CheckpointToken`,
	},
	{
		set: 2,
		traps: `
			StoredSecretToken[5=#secret] MagicAmountToken FeeManagerToken[helper=FeeManager unowned]
			AntiBotToken[helper=AntiBot unowned] OwnerMintToken[owner=helper helper=HastyTimelock]
			OwnerBlockToken[owner=helper helper=ModuleSafe] UnlockToken FarPairToken ConfigToken TicketToken
			TimeBombToken[began=keeper unowned] !WindowBlocksToken TaxWalletToken BuyAllowanceToken
			KeeperAuthorizedToken DefaultOperatorToken[5=1 list5=keeper unowned] MaintenanceToken
			BeaconTokenProxy[helper=KeyBeacon knows=plain beacon=helper unowned]
			DeskMintToken[helper=MintDesk unowned] OracleIndexToken[helper=IndexOracle unowned] !SyncSaleToken
			!WealthGateToken AutoBurnToken[unowned] OwnerFeeToken[owner=helper helper=SoloSafe]`,
		sounds: `
			ReflectRateToken StakedRebaseToken[helper=QuorumOracle] CurveToken MigratedToken WrapperToken
			FarmedToken[helper=Farm] FloorLimitsToken[owner=keeper] CappedFeesToken[owner=keeper]
			GovernedToken[owner=timelock] IssuerDollarToken[owner=safe] GuardedToken[owner=keeper]
			LogicProxy[owner=safe logic=SelfUpgradeToken] HolderOperatorToken BytesPermitToken[owner=keeper]
			VestedToken[owner=keeper] DelegatedVotesToken ForwardedToken[helper=Forwarder]
			CrosschainToken[helper=MessageBridge] BatchToken[owner=keeper] RenouncedMemeToken
			OwnBurnToken[owner=keeper] DividendToken[owner=keeper] RenderedToken[owner=keeper]
			RewardHookToken[helper=RewardsDesk]`,
	},
	{
		set: 3,
		traps: `
			SellQuotaToken MarketingCallToken[helper=MarketingDesk unowned] DiamondToken RestrictedToken SlashToken
			ControllerToken HiddenSlotToken[hidden=keeper unowned] XorOwnerToken[unowned] AssetSwapToken
			BridgeKeyToken EndpointToken HolderLockToken EscrowSaleToken RelaunchToken DenominatorToken
			ReferralFeeToken VersionedProxy[helper=VersionRegistry knows=plain unowned]
			RelayOwnedToken[owner=helper helper=ObedientOwner] MigrationToken RootMintToken DemurrageToken
			PluginToken ?AnchorToken[unowned] !GuardedSellerToken !BigSaleToken !MinSaleToken !ApproveBurnToken
			!DivertToken !HeavyFeeToken !OriginSaleToken`,
		sounds: `
			BurnFixedToken VestingTeamToken SavingsShareToken TimelockPausableToken[owner=timelock]
			GovernorMintToken[owner=helper helper=VoteGovernor] DelayedProxy[logic=FixedToken admin=timelock]
			SealedProxy[logic=FixedToken] FiatLikeToken[owner=safe] CommitteeRebaseToken[helper=OracleCommittee]
			StandardBridgeToken[helper=RollupBridge] EndpointBoundToken[helper=TwoVerifiersEndpoint] CompVotesToken
			CustodyToken[owner=safe] SmallFeeToken[owner=keeper] ExpiredBlockToken[owner=keeper]
			CoinSweepToken[owner=keeper] EmissionToken[helper=EmissionFarm] MinedToken
			DepositReceiptToken[helper=PoolMarket] RolesVaultToken[began=timelock] BuybackToken
			FloorMaxTxToken[owner=keeper] WardsToken[began=timelock] BucketToken[owner=timelock]
			TroveToken[helper=TroveDesk] StakedDollarToken[owner=safe] ClaimWindowToken GoldToken[owner=safe]
			SunsetOwnerToken[owner=keeper] InitializedToken[4=0x10000000000000000000000000000000000000000]`,
	},
	{
		set: 5,
		traps: `
			SnapshotFreezeToken PoolCapToken GasPriceCapToken ForcedBuybackToken DustSweepToken InactiveHeirToken
			AllowanceCapToken RouterBlockToken HoldingTaxToken PriceFloorToken LotteryFeeToken ReinitToken
			OwnerExecToken VestingOnBuyToken KeyholderMintToken[helper=EpochKey unowned] PegMintToken AllocationToken
			SettableForwarderToken AllowanceThiefToken SaleCountToken MinHoldToken AnnouncedSaleToken SeasonToken
			SeizureToken !OnlyUpToken !SaleSlotToken !BuilderSaleToken !ApprovalBlockToken !EarlyOnlyToken
			!VanishingApprovalToken`,
		sounds: `
			CharityFeeToken AuthorizationToken PayableToken BalanceRecordToken LockOwnToken EscrowVoteToken
			StreamToken TimelockMintToken[owner=timelock] ExpiringFreezeToken[owner=safe]
			TimelockFeeToken[owner=timelock] ShortPauseToken[owner=safe] DeadMintToken RenouncedPauseToken
			RageQuitToken LaunchDecayToken FixedMaxWalletToken WipeFrozenToken[owner=safe]
			TimelockMaxToken[owner=timelock] IndexGrowthToken HashGiftToken OfferToken SubscriptionToken
			GuardianToken RatchetFeeToken[owner=keeper] RatchetLimitToken[owner=keeper] NftRescueToken[owner=keeper]
			TimelockListToken[owner=timelock] CircuitBreakerToken MemoToken
			VotedFeeToken[owner=helper helper=VoteGovernor]`,
	},
	{
		set: 6,
		traps: `
			LotSizeToken PassGateToken VoucherMintToken
			AdministeredProxy[logic=PlainToken helper=KeyProxyAdmin admin=helper unowned]
			PoolMintedToken[helper=BridgePool unowned] CorrectedToken[helper=CorrectionLedger unowned]
			SoftLockedFeeToken[owner=helper helper=SoftTimelock] TrustedFlashToken ?PackedOrdersToken SharedFeeToken
			LockerToken[provider=helper helper=SideDoorLocker unowned] UncheckedAllowanceToken[unowned]
			PublicBurnToken[unowned] PoolViewToken PartialFreezeToken RoundsToken SideChargeToken DrawerToken
			HeartbeatToken SponsorToken !PersonalAllowanceToken !MeltingToken !SuffixToken !NoPairsToken`,
		sounds: `
			Permit2ReadyToken LockedPoolToken[provider=helper helper=YearsLocker]
			WaitingProxy[logic=PlainToken helper=WaitingProxyAdmin knows=timelock admin=helper] RoundUpToken
			OwnLimitToken UnbondingToken FounderBoundToken[owner=keeper] CappedMintToken[owner=safe]
			EndingBurnToken[owner=keeper] LoyaltyFeeToken LargeSaleFeeToken VetoMintToken[owner=timelock]
			RefusableToken LeastAmountToken HolderCountToken PresaleOverToken[owner=keeper]
			SplitterOwnedToken[owner=helper helper=IncomeSplitter] DeadOwnerToken[owner=dead] WholeItemsToken
			PeerLoanToken PollToken HeldSinceToken LuckyTransferToken NoticeToken[owner=safe]`,
	},
	{
		set: 8,
		traps: `
			DormantHookToken[5=dormant unowned] StuckSharesToken[provider=itself] CodelessSignerToken[unowned]
			WrapBurnToken[unowned] SelfTransferToken[unowned]
			?MulticallForwarderToken[helper=PublicForwarder unowned]
			AccessManagedToken[helper=KeyAccessManager unowned] ?StrategyVaultToken[backed] RenewedPauseToken
			!TollGateToken !EmptyAccountToken !BlankBlockToken !DelegatedOnlyToken !ExitQueueToken[5=1 list5=keeper]`,
		sounds: `
			NamespacedProxy[logic=NamespacedDollar namespaced=timelock] SumCappedFeesToken[owner=keeper]
			GiftLockToken BoundedRebaseToken[owner=keeper] ManagedByDaoToken[helper=DaoAccessManager knows=timelock]
			MultiTokenToken LockboxToken[helper=CoinLockbox] CoinVaultToken[backed] HookedToken ContractSignerToken
			CurveModeToken[owner=keeper] OnceBoundToken[owner=keeper] MirrorItemsToken[helper=ItemMirror]
			MulticallToken`,
	},
	{
		set: 9,
		traps: `
			SharedSlotToken[unowned] SelfSpendToken[unowned] DoubleVoteToken[unowned]
			ShortLockToken[provider=helper helper=DaysLocker unowned] CliffToken[stock=8] WalletTaxToken
			DoubleRedeemToken[unowned]
			ClaimAgainToken[5=0x71af8089a73334a0e7dec2626e08c47e460248f03ab58bd2a064f4d8bbaca1a unowned]
			HookManagerToken WorthlessCollateralToken MinterLimitsToken ReversibleToken LeasedToken
			DefaultPriceToken[unowned] CastToken[unowned] BatchOverflowToken[unowned] StreamingMintToken[5=1795996800]
			FarmMigratorToken[provider=helper helper=MigratingFarm unowned] OneSaleToken
			!SignedSaleToken !ShownOnlyToken !EmptyPurseToken`,
		sounds: `
			ApproveUntilToken AcceptedSendToken OwnHeirToken StockAuctionToken[stock=1/10 5=1795996800] WalletFeeToken
			CommitteeCapToken UseBurnToken RaffleToken BalanceFeeToken SplitYieldToken ChequeToken OwnDelayToken
			HolderListToken CheckedBatchToken NarrowToken OnceClaimedToken[stock=1/10 5=#many] LockedVoteToken`,
	},
	{
		set: 10,
		traps: `
			UnsetSignerToken[unowned] LotOrAmountToken[unowned] LentToYouToken[unowned] AnyOldToken[unowned]
			AliasToken DefaultGuardianToken PutAsideToken[unowned] OpenUpgradeToken[unowned]
			EmptyQuorumToken[unowned] RepeatedSignerToken ?PoolAllowanceToken[poolallows=keeper unowned]
			DustCooldownToken[unowned] GiftTrapToken[unowned] OpenCallbackToken[unowned] MadeOnSaleToken RollbackToken
			LastBuyerToken !RipeAllowanceToken !FalseSaleToken`,
		sounds: `
			DistinctSignersToken[stock=1/10] OwnChecksToken SpareChangeToken FaucetToken[stock=1/10] UnitsToken
			LinearGiftToken LotGuardToken LentToCallerToken OwnRotationToken ArbiterEscrowToken ObservationToken
			LatchToken SecondKeyToken ApproveManyToken VolumeToken NamedAccountToken`,
	},
	{
		set: 11,
		traps: `
			ScheduledBurnToken[unowned] ReleaseToken[unowned] SilentConsentToken[unowned] RedeemForToken[unowned]
			WelcomeToken[unowned] FixedPriceToken[unowned] SessionToken[unowned] ?LotsToken[unowned]
			YearlyInterestToken[unowned] FilterToken`,
		sounds: `
			AllowedRedeemToken OwnSessionToken StockSavingsToken[stock=1/10] NumberedChequeToken InviteTreeToken
			PercentSendToken DeadlineSendToken ExpectedApprovalToken HistoryHashToken MatchToken`,
	},
	{
		set: 13,
		traps: `
			PriceSourceToken SettingsWordToken SignedNoteToken DormantSweepToken SettlementDeskToken
			TrustingForwarderToken TermsRecordToken ReportedIndexToken HashedMasterToken ExtensionToken
			MotionToken ?LooseFlashToken ?BroughtJudgeToken MessageMintToken DailySaleToken SilentApprovalToken
			!RootPassToken ClosingDoorToken LienToken GasCeilingToken ?TuneToken OneRouterToken WardHookToken
			!MuteSaleToken !RemainderToken DecoyTimelockToken`,
		sounds: `
			HolderShareToken GrowingToken GrantToken PotStakeToken OnePercentToken[owner=keeper]
			AnnouncedFeeToken[owner=keeper] SharedPurseToken PermitOnceToken CountedVotesToken
			RestDaysToken[owner=keeper] RoundTripToken BadgeToken[owner=keeper] FairStartToken OwnLockToken
			StrictFlashToken YearlyMintToken[owner=keeper] OwnAshToken ToldToken ManyCallsToken HandoverToken
			CarriedPaymentToken PictureToken[owner=keeper] StrayCoinToken`,
	},
	{
		set: 14,
		traps: `
			FloorFeedToken SettlementSlipToken BucketBitsToken PledgeLedgerToken GaslessDeskToken VenueMoveToken
			ArrivalHookToken ?SwappedAllowanceToken HollowPermitToken ?QuorumlessBridgeToken OpeningHourToken
			QuietGasToken IndexedAwayToken OpenConduitToken ?OriginBatchToken ?LadderTaxToken ModuleMathToken
			?RawWordToken WatchwordToken EscheatToken ?LongWalkToken ?CreditQueueToken !BellHourToken !PaidExitToken
			!PackedVoucherToken FreeLoanToken`,
		sounds: `
			SpreadReflectionToken DailyAccrualToken SelfVestingToken StakeAtHomeToken CappedLevyToken[owner=keeper]
			WeekAheadFeeToken[owner=keeper] VaultShareToken ProperPermitToken BallotToken SlowPauseToken[owner=keeper]
			RationedBridgeToken BoundGiftToken[owner=keeper] FiftyBlocksToken LiftedCeilingToken[owner=keeper]
			WalletBurnToken CallAfterToken FlashMintToken ManyAtOnceToken RescueOnlyToken[owner=keeper]
			SignedTransferToken ScheduledEmissionToken ReferendumTaxToken`,
	},
	{
		set: slow,
		traps: `
			QueuedFeeToken ClosingToken QuietListToken[keeper@5=1 unowned] InvertedCallerToken[unowned]
			ShiftedCallerToken[unowned] HashedCallerToken[unowned] StoredHashToken[5=#somebody unowned]
			ProductCallerToken[unowned] HashedSignerToken[unowned] BuyLockToken QuotaToken`,
		sounds: `
			HashedGiftToken HashGivenUpToken LuckyRangeToken ShortWaitToken[owner=keeper] CrumbToken[owner=keeper]
			AllowedBurnerToken[owner=keeper] OwnStockToken[owner=keeper]`,
	},
	{
		set: signed,
		traps: `
			CouponMintToken RelayerKeyToken[unowned] SignedStopToken
			ShortPermitToken[6=keeper unowned]`,
		sounds: `
			MetaTransactionToken FeeRelayToken SignedVotesToken[owner=keeper] VoucherGiftToken[owner=keeper]`,
	},
	{
		set: nested,
		traps: `
			OpenOrdersToken[unowned] PayloadMintToken CallListToken[unowned] SettingsToken FeeListToken EnvelopeToken
			TripleToken GridToken ManyArgumentsToken PreimageToken[5=#somebody unowned]`,
	},
}
