//! Symmetric matrices that are positive definite.

/// Number of sums that are computed side by side. Each has the order of its row: a processor computes many sums at a
/// time, and waits for the last addition of a single one.
const LANES: usize = 8;

/// A symmetric matrix, of which the lower triangle is stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SymmetricMatrix {
    size: usize,
    /// Row by row, up to the diagonal.
    values: Vec<f64>,
}

impl SymmetricMatrix {
    /// Returns the matrix of zeros with this number of rows.
    pub(crate) fn zero(size: usize) -> Self {
        Self {
            size,
            values: vec![0.0; size * (size + 1) / 2],
        }
    }

    /// Returns the number of rows.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        self.values[index(row, column)]
    }

    /// Returns the values of a row, up to the diagonal.
    pub(crate) fn row(&self, row: usize) -> &[f64] {
        &self.values[index(row, 0)..=index(row, row)]
    }

    /// Adds to a value and thereby to its mirror image.
    pub(crate) fn add(&mut self, row: usize, column: usize, change: f64) {
        self.values[index(row, column)] += change;
    }

    /// Multiplies every row and every column by its factor.
    pub(super) fn scale(&mut self, factors: &[f64]) {
        for (row, one) in factors.iter().enumerate() {
            for (column, other) in factors[..=row].iter().enumerate() {
                self.values[index(row, column)] *= one * other;
            }
        }
    }

    /// Adds the product of a vector with itself, times a factor.
    pub(crate) fn add_square(&mut self, vector: &[f64], factor: f64) {
        for (row, one) in vector.iter().enumerate() {
            let start = index(row, 0);
            let values = self.values[start..=start + row].iter_mut();
            for (value, other) in values.zip(vector) {
                *value += factor * one * other;
            }
        }
    }

    /// Returns the lower triangle whose product with its transpose is the matrix, which is positive definite (A.-L.
    /// Cholesky).
    pub(super) fn into_lower_root(self) -> LowerTriangle {
        let mut root = self.values;
        for first in (0..self.size).step_by(LANES) {
            let lanes = LANES.min(self.size - first);
            for column in 0..first + lanes {
                let sums = lane_sums(&root, first, lanes, column);
                for (row, sum) in (first..first + lanes).zip(sums) {
                    if row < column {
                        continue;
                    }
                    let rest = root[index(row, column)] - sum;
                    root[index(row, column)] = if row == column {
                        // Rounding may leave less than nothing of a tiny value.
                        rest.max(f64::MIN_POSITIVE).sqrt()
                    } else {
                        rest / root[index(column, column)]
                    };
                }
            }
        }
        LowerTriangle {
            size: self.size,
            values: root,
        }
    }
}

/// Returns the sums of the products of rows, from `first` on, with the row `column`, up to that column.
fn lane_sums(root: &[f64], first: usize, lanes: usize, column: usize) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    let other = &root[index(column, 0)..][..column];
    // All rows are that long.
    let shared = if lanes == LANES { column.min(first) } else { 0 };
    if shared > 0 {
        let rows: [_; LANES] =
            std::array::from_fn(|lane| &root[index(first + lane, 0)..][..shared]);
        for (place, factor) in other[..shared].iter().enumerate() {
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum += row[place] * factor;
            }
        }
    }
    for (row, sum) in (first..first + lanes).zip(&mut sums) {
        let values = &root[index(row, 0)..][shared..column.min(row)];
        for (value, factor) in values.iter().zip(&other[shared..]) {
            *sum += value * factor;
        }
    }
    sums
}

/// Returns the place of a value in a lower triangle.
fn index(row: usize, column: usize) -> usize {
    let (row, column) = (row.max(column), row.min(column));
    row * (row + 1) / 2 + column
}

/// A matrix without values above its diagonal: the root of its square, which is its product with its transpose.
pub(super) struct LowerTriangle {
    size: usize,
    values: Vec<f64>,
}

impl LowerTriangle {
    /// Returns the vector whose product with the square is `vector`.
    pub(super) fn solve(&self, mut vector: Vec<f64>) -> Vec<f64> {
        self.divide(&mut vector);
        self.divide_transposed(&mut vector);
        vector
    }

    /// Returns the inverse of the square.
    pub(super) fn inverse_of_square(&self) -> SymmetricMatrix {
        let mut inverse = SymmetricMatrix::zero(self.size);
        for first in (0..self.size).step_by(LANES) {
            let columns = self.inverse_columns(first);
            for (row, values) in columns.into_iter().enumerate().skip(first) {
                let stored = (first..=row).take(LANES);
                for (column, value) in stored.zip(values) {
                    inverse.add(row, column, value);
                }
            }
        }
        inverse
    }

    /// Replaces a vector by the one whose product with the triangle it is.
    fn divide(&self, vector: &mut [f64]) {
        for row in 0..self.size {
            let start = index(row, 0);
            let products = self.values[start..start + row].iter().zip(&*vector);
            let sum: f64 = products.map(|(one, other)| one * other).sum();
            vector[row] = (vector[row] - sum) / self.values[start + row];
        }
    }

    /// Returns the columns of the inverse of the product with the transposed triangle, from `first` on, row by row. Rows above
    /// that column are zero.
    fn inverse_columns(&self, first: usize) -> Vec<[f64; LANES]> {
        let mut columns = vec![[0.0; LANES]; self.size];
        for row in first..self.size {
            let start = index(row, 0);
            let mut sums = [0.0; LANES];
            for (factor, values) in self.values[start + first..start + row]
                .iter()
                .zip(&columns[first..])
            {
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum += factor * value;
                }
            }
            let diagonal = self.values[start + row];
            columns[row] = std::array::from_fn(|lane| {
                let unit = if row == first + lane { 1.0 } else { 0.0 };
                (unit - sums[lane]) / diagonal
            });
        }
        for row in (first..self.size).rev() {
            let start = index(row, 0);
            let solved = columns[row].map(|value| value / self.values[start + row]);
            columns[row] = solved;
            let factors = &self.values[start + first..start + row];
            for (target, factor) in columns[first..row].iter_mut().zip(factors) {
                for (target, value) in target.iter_mut().zip(solved) {
                    *target -= factor * value;
                }
            }
        }
        columns
    }

    /// Replaces a vector by the one whose product with the transposed triangle it is.
    fn divide_transposed(&self, vector: &mut [f64]) {
        for row in (0..self.size).rev() {
            let start = index(row, 0);
            vector[row] /= self.values[start + row];
            let value = vector[row];
            let columns = self.values[start..start + row].iter();
            for (target, factor) in vector[..row].iter_mut().zip(columns) {
                *target -= factor * value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a positive definite matrix without symmetries.
    fn matrix() -> SymmetricMatrix {
        let mut matrix = SymmetricMatrix::zero(4);
        for row in 0..4 {
            matrix.add(row, row, 5.0 + row as f64);
            for column in 0..row {
                matrix.add(row, column, 1.0 - 0.7 * (row * column) as f64);
            }
        }
        matrix
    }

    fn product(matrix: &SymmetricMatrix, vector: &[f64]) -> Vec<f64> {
        let row = |row| {
            vector
                .iter()
                .enumerate()
                .map(move |(column, value)| matrix.get(row, column) * value)
        };
        (0..matrix.size()).map(|index| row(index).sum()).collect()
    }

    #[test]
    fn solution_and_inverse_reproduce_the_vector() {
        let (matrix, vector) = (matrix(), vec![1.0, -2.0, 0.5, 3.0]);
        let root = matrix.clone().into_lower_root();
        let solution = root.solve(vector.clone());
        let by_inverse = product(&root.inverse_of_square(), &vector);
        for ((found, other), expected) in product(&matrix, &solution)
            .iter()
            .zip(&by_inverse)
            .zip(&vector)
        {
            assert!((found - expected).abs() < 1e-12);
            assert!(other.is_finite());
        }
        for (one, other) in solution.iter().zip(by_inverse) {
            assert!((one - other).abs() < 1e-12);
        }
    }

    #[test]
    fn square_of_a_vector_is_added_to_both_triangles() {
        let mut matrix = matrix();
        let before = matrix.clone();
        matrix.add_square(&[1.0, 2.0, 0.0, -1.0], -0.5);
        for (row, column, change) in [(1, 0, -1.0), (0, 1, -1.0), (3, 1, 1.0), (2, 2, 0.0)] {
            let difference = matrix.get(row, column) - before.get(row, column);
            assert!((difference - change).abs() < 1e-12, "{row} {column}");
        }
    }

    #[test]
    fn nothing_is_a_matrix_as_well() {
        let root = SymmetricMatrix::zero(0).into_lower_root();
        assert_eq!(root.inverse_of_square().size(), 0);
        assert_eq!(root.solve(Vec::new()), [0.0; 0]);
    }
}
