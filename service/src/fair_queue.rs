//! A queue that serves requesters in turn, whatever the number and the cost of what each has queued.
//!
//! Shares are served by the time that they have used, and within a share its requesters are: the one that
//! has used the least is next. A requester that was idle starts with what the last one that was served had
//! used, so that none saves up time.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::requester::{Requester, Share};

/// Time that every item costs at least, so that items that take none are served in turn as well.
const MIN_COST: Duration = Duration::from_micros(10);

/// Number of items of a requester that are served in part before it gets no new one.
const MAX_RESUMED: usize = 2;

/// Maximum number of idle requesters whose used time is remembered.
const MAX_IDLE: usize = 4096;

/// How many items may wait.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueueLimits {
    /// Maximum number of items of one requester.
    pub(crate) per_requester: usize,
    /// Maximum number of items of all requesters.
    pub(crate) total: usize,
}

impl QueueLimits {
    /// Returns the limits of a queue of this length: one requester can fill a quarter of it.
    pub(crate) fn of_length(total: usize) -> Self {
        Self {
            per_requester: total.div_ceil(4),
            total,
        }
    }
}

/// The limit that keeps an item out of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QueueFull {
    /// The requester has this many items in the queue.
    OfRequester(usize),
    /// All requesters together have this many.
    InAll(usize),
}

/// An item that could be served next.
#[derive(Debug)]
pub(crate) struct Candidate<'q, T> {
    pub(crate) item: &'q T,
    pub(crate) share: Share,
    /// Number of items of its requester that are being served.
    pub(crate) served: usize,
}

/// The queue.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    limits: QueueLimits,
    shares: [ShareQueue<T>; Share::COUNT],
    /// What the share that was served last had used.
    floor: Duration,
    /// Number of items that wait.
    waiting: usize,
    /// Number of items that count for the limit of all.
    limited: usize,
    /// Increases with every change of a requester's turn.
    ticket: u64,
}

#[derive(Debug)]
struct ShareQueue<T> {
    used: Duration,
    /// What the requester that was served last had used.
    floor: Duration,
    accounts: HashMap<Requester, Account<T>>,
    /// Number of requesters with items that wait or are served.
    active: usize,
}

/// The items of one requester, and the time that it has used.
#[derive(Debug)]
struct Account<T> {
    used: Duration,
    /// Orders requesters that have used the same time.
    ticket: u64,
    /// Items that were served in part.
    resumed: VecDeque<T>,
    new: VecDeque<T>,
    served: usize,
}

impl<T> Account<T> {
    fn is_idle(&self) -> bool {
        self.served == 0 && self.resumed.is_empty() && self.new.is_empty()
    }

    /// Returns `true` if a new item is next: so that a requester need not wait for its own long ones, but few of them
    /// are in progress.
    fn is_new_next(&self) -> bool {
        self.resumed.is_empty() || self.resumed.len() < MAX_RESUMED && !self.new.is_empty()
    }

    fn first(&self) -> Option<&T> {
        if self.is_new_next() {
            self.new.front()
        } else {
            self.resumed.front()
        }
    }
}

impl<T> FairQueue<T> {
    pub(crate) fn new(limits: QueueLimits) -> Self {
        Self {
            limits,
            shares: std::array::from_fn(|_| ShareQueue {
                used: Duration::ZERO,
                floor: Duration::ZERO,
                accounts: HashMap::new(),
                active: 0,
            }),
            floor: Duration::ZERO,
            waiting: 0,
            limited: 0,
            ticket: 0,
        }
    }

    /// Returns the number of items that wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    /// Adds an item behind the others of its requester.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(crate) fn push(&mut self, requester: &Requester, item: T) -> Result<(), QueueFull> {
        let QueueLimits {
            per_requester,
            total,
        } = self.limits;
        let is_limited = !requester.is_trusted();
        if is_limited {
            let accounts = &self.shares[requester.share() as usize].accounts;
            let own = accounts
                .get(requester)
                .map_or(0, |account| account.new.len());
            if own >= per_requester {
                return Err(QueueFull::OfRequester(per_requester));
            }
            // Others cannot keep a player or a check out.
            if requester.share() == Share::Public && self.limited >= total {
                return Err(QueueFull::InAll(total));
            }
        }
        self.limited += usize::from(requester.share() == Share::Public);
        self.active_account(requester).new.push_back(item);
        self.waiting += 1;
        Ok(())
    }

    /// Adds an item that was served in part. Once there are two of a requester, they precede its others.
    pub(crate) fn push_resumed(&mut self, requester: &Requester, item: T) {
        self.active_account(requester).resumed.push_back(item);
        self.waiting += 1;
    }

    /// Returns the account of a requester, which is active as soon as it has an item.
    fn active_account(&mut self, requester: &Requester) -> &mut Account<T> {
        let share = &mut self.shares[requester.share() as usize];
        if share.active == 0 {
            share.used = share.used.max(self.floor);
        }
        self.ticket += 1;
        let (floor, ticket) = (share.floor, self.ticket);
        let account = share.accounts.entry(requester.clone());
        let account = account.or_insert_with(|| Account {
            used: Duration::ZERO,
            ticket,
            resumed: VecDeque::new(),
            new: VecDeque::new(),
            served: 0,
        });
        if account.is_idle() {
            share.active += 1;
            account.used = account.used.max(floor);
            account.ticket = ticket;
        }
        account
    }

    /// Returns whose item is to be served next, among the first ones that `can_serve` accepts.
    pub(crate) fn next(&self, can_serve: impl Fn(&Candidate<'_, T>) -> bool) -> Option<Requester> {
        let shares = self.shares.iter().enumerate().filter_map(|(index, share)| {
            let ready = share.accounts.iter().filter(|(requester, account)| {
                account.first().is_some_and(|item| {
                    can_serve(&Candidate {
                        item,
                        share: requester.share(),
                        served: account.served,
                    })
                })
            });
            let (requester, _) = ready.min_by_key(|(_, account)| (account.used, account.ticket))?;
            Some((share.used, index, requester))
        });
        let (_, _, requester) = shares.min_by_key(|(used, index, _)| (*used, *index))?;
        Some(requester.clone())
    }

    /// Returns the first item of a requester.
    pub(crate) fn first(&self, requester: &Requester) -> Option<&T> {
        let accounts = &self.shares[requester.share() as usize].accounts;
        accounts.get(requester)?.first()
    }

    /// Removes the first item of a requester, which is served until [`finish`](Self::finish).
    pub(crate) fn pop(&mut self, requester: &Requester) -> Option<T> {
        let share = &mut self.shares[requester.share() as usize];
        let account = share.accounts.get_mut(requester)?;
        let item = if account.is_new_next() {
            let item = account.new.pop_front()?;
            self.limited -= usize::from(requester.share() == Share::Public);
            item
        } else {
            account.resumed.pop_front()?
        };
        account.served += 1;
        share.floor = share.floor.max(account.used);
        self.floor = self.floor.max(share.used);
        self.waiting -= 1;
        Some(item)
    }

    /// Charges a requester for time in which an item is served.
    pub(crate) fn charge(&mut self, requester: &Requester, took: Duration) {
        self.ticket += 1;
        let share = &mut self.shares[requester.share() as usize];
        let cost = took.max(MIN_COST);
        share.used += cost;
        if let Some(account) = share.accounts.get_mut(requester) {
            account.used += cost;
            account.ticket = self.ticket;
        }
    }

    /// Ends the service of an item.
    pub(crate) fn finish(&mut self, requester: &Requester) {
        let share = &mut self.shares[requester.share() as usize];
        let Some(account) = share.accounts.get_mut(requester) else {
            return;
        };
        account.served -= 1;
        if !account.is_idle() {
            return;
        }
        share.active -= 1;
        if share.active == 0 {
            share.accounts.clear();
            share.floor = Duration::ZERO;
        } else if account.used <= share.floor {
            share.accounts.remove(requester);
        } else if share.accounts.len() > share.active + MAX_IDLE {
            share.accounts.retain(|_, account| !account.is_idle());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    fn client(number: u8) -> Requester {
        Requester::Address([192, 0, 2, number].into())
    }

    fn queue(total: usize) -> FairQueue<(u8, u32)> {
        FairQueue::new(QueueLimits::of_length(total))
    }

    /// Serves items one after the other, each for as many milliseconds as `cost` returns.
    fn served(
        queue: &mut FairQueue<(u8, u32)>,
        count: usize,
        cost: impl Fn(u8) -> u32,
    ) -> Vec<(u8, u32)> {
        let mut order = Vec::new();
        while order.len() < count {
            let Some(next) = queue.next(|_| true) else {
                break;
            };
            let item = queue.pop(&next).unwrap();
            queue.charge(&next, MILLI * cost(item.0));
            queue.finish(&next);
            order.push(item);
        }
        order
    }

    #[test]
    fn requesters_are_served_in_turn_however_many_items_one_has_queued() {
        let mut queue = queue(4000);
        for number in 0..400 {
            queue.push(&client(1), (1, number)).unwrap();
        }
        queue.push(&client(2), (2, 0)).unwrap();
        queue.push(&client(3), (3, 0)).unwrap();
        queue.push(&client(3), (3, 1)).unwrap();
        let order = served(&mut queue, 7, |_| 5);
        let expected = [(1, 0), (2, 0), (3, 0), (1, 1), (3, 1), (1, 2), (1, 3)];
        assert_eq!(order, expected);
    }

    #[test]
    fn an_expensive_item_counts_for_as_many_cheap_ones_as_it_takes_time() {
        let mut queue = queue(4000);
        for number in 0..100 {
            queue.push(&client(1), (1, number)).unwrap();
            queue.push(&client(2), (2, number)).unwrap();
        }
        let order = served(&mut queue, 22, |who| if who == 1 { 10 } else { 1 });
        let expensive = order.iter().filter(|(who, _)| *who == 1).count();
        assert_eq!(expensive, 2, "{order:?}");
    }

    #[test]
    fn an_idle_requester_saves_up_no_time() {
        let mut queue = queue(4000);
        for number in 0..100 {
            queue.push(&client(1), (1, number)).unwrap();
        }
        served(&mut queue, 50, |_| 10);
        for number in 0..50 {
            queue.push(&client(2), (2, number)).unwrap();
        }
        let order = served(&mut queue, 20, |_| 10);
        let late = order.iter().filter(|(who, _)| *who == 2).count();
        assert_eq!(late, 10, "{order:?}");
    }

    #[test]
    fn shares_are_served_alike_however_many_requesters_one_has() {
        let mut queue = queue(4000);
        for number in 0..200 {
            queue.push(&client(number), (number, 0)).unwrap();
        }
        let seat = Requester::Seat("m".into());
        let checks = Requester::Checks("w".into());
        for number in 0..2 {
            queue.push(&seat, (254, number)).unwrap();
            queue.push(&checks, (255, number)).unwrap();
        }
        let order: Vec<u8> = served(&mut queue, 6, |_| 5).iter().map(|it| it.0).collect();
        let first = |who: u8| {
            let own = order.iter().filter(|it| **it == who);
            own.collect::<Vec<_>>().len()
        };
        assert_eq!((first(254), first(255)), (2, 2), "{order:?}");
    }

    #[test]
    fn limits_hold_for_one_requester_and_for_all_but_not_for_players() {
        let mut queue = queue(8);
        for number in 0..2 {
            queue.push(&client(1), (1, number)).unwrap();
        }
        let full = queue.push(&client(1), (1, 2));
        assert_eq!(full, Err(QueueFull::OfRequester(2)));
        for number in 2..5 {
            queue.push(&client(number), (number, 0)).unwrap();
            queue.push(&client(number), (number, 1)).unwrap();
        }
        let full = queue.push(&client(9), (9, 0));
        assert_eq!(full, Err(QueueFull::InAll(8)));
        queue.push(&Requester::Seat("m".into()), (10, 0)).unwrap();
        for number in 0..100 {
            queue.push(&Requester::Server, (11, number)).unwrap();
        }
        assert_eq!(queue.len(), 109);
        assert_eq!(served(&mut queue, 200, |_| 1).len(), 109);
        assert_eq!((queue.len(), queue.limited), (0, 0));
    }

    #[test]
    fn requesters_that_have_gone_are_forgotten() {
        let mut queue = queue(4000);
        queue.push(&client(1), (1, 0)).unwrap();
        queue.push(&client(1), (1, 1)).unwrap();
        let first = queue.next(|_| true).unwrap();
        queue.pop(&first).unwrap();
        for number in 0..20_000_u32 {
            let address = Requester::Address(std::net::Ipv4Addr::from(number).into());
            queue.push(&address, (2, number)).unwrap();
            queue.pop(&address).unwrap();
            queue.charge(&address, MILLI);
            queue.finish(&address);
        }
        let accounts = queue.shares[Share::Public as usize].accounts.len();
        assert!(accounts <= MAX_IDLE + 1, "{accounts}");
        queue.finish(&first);
        served(&mut queue, 1, |_| 1);
        assert!(queue.shares[Share::Public as usize].accounts.is_empty());
    }

    #[test]
    fn two_items_served_in_part_precede_new_ones_of_their_requester_only() {
        let mut queue = queue(4000);
        for number in 0..3 {
            queue.push(&client(1), (1, number)).unwrap();
        }
        queue.push(&client(2), (2, 0)).unwrap();
        for expected in [(1, 0), (1, 1)] {
            let item = queue.pop(&client(1)).unwrap();
            assert_eq!(item, expected);
            queue.charge(&client(1), MILLI);
            queue.finish(&client(1));
            queue.push_resumed(&client(1), item);
        }
        assert_eq!(
            served(&mut queue, 4, |_| 20),
            [(2, 0), (1, 0), (1, 2), (1, 1)]
        );
    }
}
