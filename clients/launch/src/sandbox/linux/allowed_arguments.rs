//! The allowed arguments of system calls that do many things.

use libc::{SOL_SOCKET, c_int};

const fn numbers<const N: usize>(values: [c_int; N]) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = values[index].unsigned_abs() as u64;
        index += 1;
    }
    numbers
}

/// Commands of `fcntl`: neither larger pipes nor leases, notices, seals and locks of descriptors.
pub(super) const CONTROLS_OF_FILES: &[u64] = &numbers([
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_GETFL,
    libc::F_GETLK,
    libc::F_GETOWN,
    libc::F_GETPIPE_SZ,
    libc::F_SETFD,
    libc::F_SETFL,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_SETOWN,
]);

/// Commands of `ioctl`: what terminals are asked, pending bytes and flags, and addresses of the own network.
pub(super) const CONTROLS_OF_DEVICES: &[u64] = &[
    0x5401,      // TCGETS
    0x802c_542a, // TCGETS2
    0x540f,      // TIOCGPGRP
    0x5411,      // TIOCOUTQ
    0x5413,      // TIOCGWINSZ
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
    0x5452,      // FIOASYNC
    0x8905,      // SIOCATMARK
    0x8910,      // SIOCGIFNAME
    0x8912,      // SIOCGIFCONF
    0x8913,      // SIOCGIFFLAGS
    0x8915,      // SIOCGIFADDR
    0x8919,      // SIOCGIFBRDADDR
    0x891b,      // SIOCGIFNETMASK
    0x8921,      // SIOCGIFMTU
    0x8927,      // SIOCGIFHWADDR
    0x8933,      // SIOCGIFINDEX
];

/// Options of `prctl`: neither names of memory nor merged memory, further filters and a process that hides itself.
pub(super) const CONTROLS_OF_PROCESSES: &[u64] = &numbers([
    libc::PR_SET_PDEATHSIG,
    libc::PR_GET_PDEATHSIG,
    libc::PR_GET_DUMPABLE,
    libc::PR_GET_KEEPCAPS,
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_GET_SECCOMP,
    libc::PR_CAPBSET_READ,
    libc::PR_GET_SECUREBITS,
    libc::PR_SET_TIMERSLACK,
    libc::PR_GET_TIMERSLACK,
    libc::PR_SET_CHILD_SUBREAPER,
    libc::PR_GET_CHILD_SUBREAPER,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_GET_TID_ADDRESS,
    libc::PR_SET_THP_DISABLE,
    libc::PR_GET_THP_DISABLE,
    // Vectors, signed and tagged pointers of other processors.
    50,
    51,
    // Speculation, which libc has no names for with musl.
    52,
    53,
    54,
    55,
    56,
]);

/// Levels of `setsockopt` with their options: neither buffers nor filters, groups and protocols on top.
pub(super) const OPTIONS_OF_SOCKETS: [(u64, &[u64]); 4] = [
    (
        SOL_SOCKET as u64,
        &numbers([
            libc::SO_REUSEADDR,
            libc::SO_KEEPALIVE,
            libc::SO_LINGER,
            libc::SO_REUSEPORT,
            libc::SO_PASSCRED,
            libc::SO_RCVTIMEO,
            libc::SO_SNDTIMEO,
            libc::SO_OOBINLINE,
            libc::SO_PRIORITY,
            libc::SO_RCVLOWAT,
        ]),
    ),
    (
        libc::IPPROTO_IP as u64,
        &numbers([libc::IP_TOS, libc::IP_TTL, libc::IP_MTU_DISCOVER]),
    ),
    (
        libc::IPPROTO_TCP as u64,
        &numbers([
            libc::TCP_NODELAY,
            libc::TCP_MAXSEG,
            libc::TCP_CORK,
            libc::TCP_KEEPIDLE,
            libc::TCP_KEEPINTVL,
            libc::TCP_KEEPCNT,
            libc::TCP_SYNCNT,
            libc::TCP_LINGER2,
            libc::TCP_DEFER_ACCEPT,
            libc::TCP_QUICKACK,
            libc::TCP_USER_TIMEOUT,
            libc::TCP_NOTSENT_LOWAT,
            libc::TCP_INQ,
        ]),
    ),
    (
        libc::IPPROTO_IPV6 as u64,
        &numbers([
            libc::IPV6_V6ONLY,
            libc::IPV6_UNICAST_HOPS,
            libc::IPV6_TCLASS,
        ]),
    ),
];
