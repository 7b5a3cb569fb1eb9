//! The system calls that no bot needs, and by which it could use what the limits do not count.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter,
};

/// Flag of `clone` and `unshare` for a user namespace.
const CLONE_NEWUSER: u64 = 0x1000_0000;

/// What would administer the machine, or keep data where no limit counts it.
const FORBIDDEN: [i64; 26] = [
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_fsopen,
    libc::SYS_init_module,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_move_mount,
    libc::SYS_msgget,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pivot_root,
    libc::SYS_ptrace,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_shmget,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// What programs replace by other calls if the system does not have it. The flags of `clone3` cannot be checked,
/// and the memory of `memfd_create` belongs to no process.
const MISSING: [i64; 5] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_memfd_create,
];

/// Forbids these system calls to this process and all that it starts.
///
/// # Errors
/// Returns an error if the system or the processor does not support it.
pub(super) fn restrict() -> io::Result<()> {
    let always = |calls: &[i64]| -> BTreeMap<i64, Vec<SeccompRule>> {
        calls.iter().map(|call| (*call, Vec::new())).collect()
    };
    let mut forbidden = always(&FORBIDDEN);
    let has_user_namespace = SeccompCondition::new(
        0,
        SeccompCmpArgLen::Qword,
        SeccompCmpOp::MaskedEq(CLONE_NEWUSER),
        CLONE_NEWUSER,
    );
    let rule = has_user_namespace.and_then(|condition| SeccompRule::new(vec![condition]));
    forbidden.insert(libc::SYS_clone, vec![rule.map_err(io::Error::other)?]);
    apply(forbidden, libc::EPERM).map_err(io::Error::other)?;
    apply(always(&MISSING), libc::ENOSYS).map_err(io::Error::other)
}

/// Lets the calls that match a rule fail with an error number.
fn apply(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<(), Error> {
    let architecture = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(error.unsigned_abs()),
        architecture,
    )?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)
}
