//! The filters of a bot's system calls. What no program needs is missing, so that calls of future systems are, too;
//! what programs need is refused with the arguments by which it would take what no limit counts.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter,
};

use super::allowed_arguments::{
    CONTROLS_OF_DEVICES, CONTROLS_OF_FILES, CONTROLS_OF_PROCESSES, OPTIONS_OF_SOCKETS,
};
use super::allowed_calls::{ALLOWED, ALLOWED_OF_PROCESSOR};

/// Flags of `clone` for namespaces of mounts, groups, names, segments, users, processes and networks. The flags of
/// `clone3` cannot be checked: it is missing.
const NAMESPACES: u64 = 0x0002_0000 | 0x7e00_0000;

/// Flags of `clone` for a thread, and for descriptors that it shares.
const THREAD: u64 = 0x0001_0000;
const SHARED_DESCRIPTORS: u64 = 0x0400;

/// Flag of `close_range` for descriptors of its own.
const UNSHARE: u64 = 0b10;

/// Flags of `mmap` for memory that child processes share with their parent.
const SHARED: u64 = 0x01;
const ANONYMOUS: u64 = 0x20;

/// Flag of `mmap` for pages of a pool of the machine.
const HUGE_PAGES: u64 = 0x0004_0000;

/// The bits of kinds of sockets other than streams.
const NOT_STREAMS: u64 = 0b1110;

/// Forbids all that no bot needs to this process and all that it starts.
///
/// `has_network`: whether the bot calls the server, and may have sockets of the sandbox's own network.
///
/// # Errors
/// Returns an error if the system or the processor does not support it.
pub(super) fn restrict(has_network: bool) -> io::Result<()> {
    for (error, refused) in refusals(has_network).map_err(io::Error::other)? {
        apply(refused, SeccompAction::Allow, errno(error)).map_err(io::Error::other)?;
    }
    // The last one: there is no way to apply another one with it.
    let allowed = ALLOWED.iter().chain(ALLOWED_OF_PROCESSOR);
    let allowed = allowed.map(|call| (*call, Vec::new())).collect();
    apply(allowed, errno(libc::ENOSYS), SeccompAction::Allow).map_err(io::Error::other)
}

/// Calls, each with the conditions of which one must hold; none: always.
type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Returns what is refused of the allowed calls, by the error that programs expect.
fn refusals(has_network: bool) -> Result<[(i32, Rules); 4], Error> {
    // A thread with descriptors of its own does not show them.
    let mut clone = any_bit(0, NAMESPACES)?;
    clone.push(all([masked(0, THREAD | SHARED_DESCRIPTORS, THREAD)?])?);
    // What is unmapped, or dropped from the page tables, would belong to no process.
    let mut mmap = any_bit(3, HUGE_PAGES)?;
    mmap.push(all([masked(3, SHARED | ANONYMOUS, SHARED | ANONYMOUS)?])?);
    let own = [libc::AF_UNIX as u64];
    let internet = [libc::AF_INET as u64, libc::AF_INET6 as u64];
    let families = if has_network {
        [own.as_slice(), &internet].concat()
    } else {
        own.to_vec()
    };
    let mut socket = vec![none_of(0, &families)?];
    for family in internet {
        for kind in bits(NOT_STREAMS) {
            socket.push(all([equal(0, family)?, masked(1, kind, kind)?])?);
        }
        let tcp = libc::IPPROTO_TCP as u64;
        socket.push(all([equal(0, family)?, other(2, 0)?, other(2, tcp)?])?);
    }
    let levels = OPTIONS_OF_SOCKETS.map(|(level, _)| level);
    let mut option = vec![none_of(1, &levels)?];
    for (level, names) in OPTIONS_OF_SOCKETS {
        let mut conditions = others(2, names)?;
        conditions.push(equal(1, level)?);
        option.push(SeccompRule::new(conditions)?);
    }
    Ok([
        (
            libc::EPERM,
            Rules::from([
                (libc::SYS_clone, clone),
                (libc::SYS_close_range, any_bit(2, UNSHARE)?),
                (libc::SYS_mmap, mmap),
            ]),
        ),
        (
            libc::EAFNOSUPPORT,
            Rules::from([
                (libc::SYS_socket, socket),
                (libc::SYS_socketpair, vec![none_of(0, &own)?]),
            ]),
        ),
        (
            libc::EINVAL,
            Rules::from([
                (libc::SYS_fcntl, vec![none_of(1, CONTROLS_OF_FILES)?]),
                (libc::SYS_ioctl, vec![none_of(1, CONTROLS_OF_DEVICES)?]),
                (libc::SYS_prctl, vec![none_of(0, CONTROLS_OF_PROCESSES)?]),
                // Pages of files would stay in a socket: programs copy instead.
                (libc::SYS_sendfile, Vec::new()),
                (libc::SYS_setsockopt, option),
            ]),
        ),
        (
            libc::EOPNOTSUPP,
            // Lists of access take memory for each file that the folder does not count.
            Rules::from([
                (libc::SYS_fsetxattr, Vec::new()),
                (libc::SYS_lsetxattr, Vec::new()),
                (libc::SYS_setxattr, Vec::new()),
            ]),
        ),
    ])
}

/// Returns a rule of which all conditions must hold.
fn all<const N: usize>(conditions: [SeccompCondition; N]) -> Result<SeccompRule, Error> {
    Ok(SeccompRule::new(conditions.into())?)
}

/// Returns a rule for an argument outside the values.
fn none_of(argument: u8, values: &[u64]) -> Result<SeccompRule, Error> {
    Ok(SeccompRule::new(others(argument, values)?)?)
}

/// Returns rules for an argument that has any of the bits.
fn any_bit(argument: u8, mask: u64) -> Result<Vec<SeccompRule>, Error> {
    bits(mask)
        .map(|bit| all([masked(argument, bit, bit)?]))
        .collect()
}

fn bits(mask: u64) -> impl Iterator<Item = u64> {
    (0..32)
        .map(|bit| 1 << bit)
        .filter(move |bit| mask & bit != 0)
}

fn others(argument: u8, values: &[u64]) -> Result<Vec<SeccompCondition>, Error> {
    values.iter().map(|value| other(argument, *value)).collect()
}

fn equal(argument: u8, value: u64) -> Result<SeccompCondition, Error> {
    condition(argument, SeccompCmpOp::Eq, value)
}

fn other(argument: u8, value: u64) -> Result<SeccompCondition, Error> {
    condition(argument, SeccompCmpOp::Ne, value)
}

fn masked(argument: u8, mask: u64, value: u64) -> Result<SeccompCondition, Error> {
    condition(argument, SeccompCmpOp::MaskedEq(mask), value)
}

/// The system reads 32 bits of these arguments, too: others could hide what it reads.
fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, Error> {
    let length = SeccompCmpArgLen::Dword;
    Ok(SeccompCondition::new(argument, length, operator, value)?)
}

fn errno(error: i32) -> SeccompAction {
    SeccompAction::Errno(error.unsigned_abs())
}

/// Applies a filter with what is done with calls that match a rule, and with all others.
fn apply(rules: Rules, otherwise: SeccompAction, matching: SeccompAction) -> Result<(), Error> {
    let architecture = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, otherwise, matching, architecture)?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)
}
