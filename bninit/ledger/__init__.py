"""The ledger: every `bninit check`, in one SQLite file that only grows.

What is recorded: runs with their environment, claims by the hash of their content, blocks of samples with what each
adds to the e-processes, where each process stood when a check was done, evidence, and what became of the twins. A
verdict is a view computed from evidence, never a row. Every row is a link of a hash chain.

**Error is spent once.** The sampled evidence for a claim of given content (`content`: statement, parameters of the
checks, source files, library versions) at one level belongs to one e-process for each instance, for good. A run first
reads the recorded blocks, in the order in which they were recorded, and stops where they decide: a decision is
reported as recorded. Where they do not, the run goes on with blocks of its own seed, each recorded before it counts.
By Ville's inequality an e-value reaches its threshold wrongly with probability at most 1/threshold over all of this
together, so running again until it is green gains nothing, with whatever seeds. (Laws are tested once per threshold,
on the first samples of the same sequence. Blocks of runs at the same time interleave as they are done, which does not
depend on what is in them.) Other content starts afresh, and `history` says what changed.

**Seeds.** A run's seed is that of its new blocks, at most as many as it would draw without a ledger. While a ledger
holds blocks of that seed alone, results are those of a run without a ledger, to the last bit; else the evidence names
the `seeds` that it rests on. So `--seed N --no-ledger` replays a run from its seed alone.

**Taking verdicts.** What a check depends on is in the claim's content (statement, parameters, source files, declared
files, versions) or is seen while it runs: variables and files that a user's code reads, folders that it lists, paths
that it looks for, modules that it loads (`watch`). While all of it is as it was, and simulations draw again
what they drew (a few networks, before old samples count), decided verdicts are taken as they are, and told as taken;
`--fresh` takes none, but samples go on counting, for error is spent once. Else the claim starts afresh, and stderr and
`history` say for what. Not seen: the clock, C libraries' own reading, a file's times; programs and machines that a
check asks keep its verdict from being taken. Samples are guarded by the probes even there; exact verdicts are not.

**Resuming.** A run that did not come to its end, and whose claims, level, error budget and --seed (if given) are those
of the command, is taken up: same run, same seed; its finished claims are reported as recorded. Killing loses the block
in progress, and of exact and certified checks the claim in progress. The same command twice at once is one run, too;
different commands at once share what their claims have in common.

Workers write blocks themselves, in short transactions (WAL, synchronous = FULL). Where they cannot reach the file, or
it lies on a network file system (no WAL there), they carry their blocks home with the result, and one process writes:
there, killing loses the claims in progress.
"""
